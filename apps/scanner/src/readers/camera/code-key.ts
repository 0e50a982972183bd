import type { Reading } from "@scanhook/codes";

/**
 * Identifies a code by its format and content: the same content in another format is another code.
 */
export function toCodeKey({ format, content }: Pick<Reading, "format" | "content">): string {
  return `${format}:${content}`;
}

/** Removes repeated codes, because a code printed several times in one picture is one code. */
export function withoutDuplicates(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [toCodeKey(reading), reading])).values()];
}
