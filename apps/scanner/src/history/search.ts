import type { HistoryEntry } from "./entry.ts";

/** Returns a function that accepts entries containing every word of `text`, in any case; undefined if `text` is blank. */
export function createMatcher(text: string): ((entry: HistoryEntry) => boolean) | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return ({ scan, format }) => {
    const searchedText = [
      scan.content,
      scan.identifier,
      scan.date,
      format ?? "",
      scan.tagType ?? "",
      ...Object.values(scan.structured ?? {}),
    ]
      .join("\n")
      .toLowerCase();
    return words.every((word) => searchedText.includes(word));
  };
}
