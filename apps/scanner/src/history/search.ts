import type { HistoryEntry } from "./entry.ts";

/** A test for entries in which every word of `text` occurs; undefined when there is nothing to look for. */
export function toMatcher(text: string): ((entry: HistoryEntry) => boolean) | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return ({ scan, format }) => {
    const values = Object.values(scan.structured ?? {});
    const fields = [
      scan.content,
      scan.identifier,
      scan.date,
      format ?? "",
      scan.tagType ?? "",
      ...values,
    ]
      .join("\n")
      .toLowerCase();
    return words.every((word) => fields.includes(word));
  };
}
