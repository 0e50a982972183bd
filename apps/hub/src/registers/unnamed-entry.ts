import type { ScannedCode } from "./kinds/kind.ts";
import type { NewEntry } from "./register.ts";

const maxLabelLength = 200;

/** Returns the entry that an unknown code becomes. Its label is the code until it is named. */
export function toUnnamedEntry(scanned: ScannedCode | undefined): NewEntry {
  const label = toLabel(scanned?.content ?? "") || scanned?.tag || "New code";
  return { label, fields: {}, blocked: false, unnamed: true };
}

/**
 * Returns a text as the label of an entry: in one line, without control and bidirectional
 * characters, of at most 200 characters. It may be empty.
 */
export function toLabel(text: string): string {
  const start = text.slice(0, 4096).toWellFormed();
  const line = start.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, " ").trim();
  return Array.from(line).slice(0, maxLabelLength).join("");
}
