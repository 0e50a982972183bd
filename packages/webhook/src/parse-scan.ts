import type { Scan } from "./scan.ts";

/**
 * Parses the body of a scan webhook. `identifier`, `date` and `content` must be strings and are
 * kept unchanged. An older sender wrote `tagIdentifier` instead of `identifier`, so that is
 * accepted too. Unknown keys are ignored. So is a `tagType` that is not a string, and a
 * `structured` that is not an object, is nested more than 100 levels deep or has more than 10,000
 * values, because losing the scan would be worse. On failure, `reason` is one sentence for the
 * person who built the sender.
 */
export function parseScan(
  body: string | Uint8Array,
): { ok: true; scan: Scan } | { ok: false; reason: string } {
  let text: string;
  try {
    text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return refuse("The body is not UTF-8 text; send JSON in UTF-8.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse("The body is not JSON; send one JSON object with identifier, date and content.");
  }
  if (!isObject(value)) {
    return refuse(
      "The body is JSON, but not an object; send one object with identifier, date and content.",
    );
  }
  const { date, content, tagType, structured } = value;
  const identifier = value.identifier ?? value.tagIdentifier;
  for (const [key, field] of Object.entries({ identifier, date, content })) {
    if (typeof field === "string") continue;
    return refuse(
      field === undefined
        ? `The scan has no "${key}"; it must be a string.`
        : `The scan's "${key}" is not a string; it must be one.`,
    );
  }
  const scan = { identifier, date, content } as Scan;
  if (typeof tagType === "string") scan.tagType = tagType;
  if (isObject(structured) && isWithinLimits(structured)) scan.structured = structured;
  return { ok: true, scan };
}

/**
 * JSON.parse accepts any depth, but JSON.stringify and structuredClone overflow the stack on deep
 * values.
 */
const maxDepth = 100;
/** A loop over all values that fit into a body of 1 MiB would block a receiver's other scans. */
const maxValues = 10_000;

function isWithinLimits(structured: object): boolean {
  let count = 0;
  let level: object[] = [structured];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return false;
    const next: object[] = [];
    for (const value of level) {
      // The values of a large object take as long as parsing it; its keys do not.
      const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
      for (const key of keys) {
        count += 1;
        if (count > maxValues) return false;
        const item: unknown = value[key as keyof typeof value];
        if (typeof item === "object" && item !== null) next.push(item);
      }
    }
    level = next;
  }
  return true;
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
