import { foldText } from "@scanhook/content";
import type { HistoryEntry } from "./entry.ts";

/**
 * Returns a function that accepts entries containing every word of `text`, whatever its case,
 * accents and widths; undefined if `text` is blank.
 */
export function createMatcher(text: string): ((entry: HistoryEntry) => boolean) | undefined {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return ({ scan, format, job }) => {
    const searchedText = foldText(
      [
        scan.content,
        scan.identifier,
        scan.date,
        format ?? "",
        scan.tagType ?? "",
        job?.name ?? "",
        ...Object.values(scan.structured ?? {}),
      ].join("\n"),
    );
    return words.every((word) => searchedText.includes(word));
  };
}
