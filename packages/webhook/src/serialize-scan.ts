import type { Scan } from "./scan.ts";

/**
 * Returns the body of the POST: JSON indented by two spaces, written as `"key" : value`, with the
 * keys in the contract's order. Receivers must parse it and must not depend on the spacing.
 */
export function serializeScan(scan: Scan): string {
  const { identifier, date, content, tagType, structured } = scan;
  return serialize({ identifier, date, content, tagType, structured }, "");
}

function serialize(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const innerIndent = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => serialize(item, innerIndent))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)} : ${serialize(item, innerIndent)}`);
  const [openBracket, closeBracket] = Array.isArray(value) ? "[]" : "{}";
  if (lines.length === 0) return `${openBracket}${closeBracket}`;
  return `${openBracket}\n${innerIndent}${lines.join(`,\n${innerIndent}`)}\n${indent}${closeBracket}`;
}
