import type { Scan } from "./scan.ts";

/**
 * The body of the POST: JSON, two spaces deep, `"key" : value`, keys in the contract's order.
 * Receivers parse it; none may depend on the spacing.
 */
export function printScan(scan: Scan): string {
  const { identifier, date, content, tagType, structured } = scan;
  return print({ identifier, date, content, tagType, structured }, "");
}

function print(value: unknown, indent: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const deeper = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => print(item, deeper))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)} : ${print(item, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (lines.length === 0) return `${open}${close}`;
  return `${open}\n${deeper}${lines.join(`,\n${deeper}`)}\n${indent}${close}`;
}
