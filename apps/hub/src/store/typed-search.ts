const mostWords = 32;

/** What people type into a search, as words that each hold a letter or a digit at least; any text is fine. */
export function toTypedWords(text: string): string[] {
  return text
    .toWellFormed()
    .split(/[\s\p{C}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords);
}

/** A word that may be an identifier with separators, without them: that is how identifiers are indexed. */
export function toJoinedIdentifier(word: string): string | undefined {
  const joined = word.replaceAll(/[:-]/g, "");
  return joined !== word && /^[0-9a-f]+$/i.test(joined) ? joined : undefined;
}

const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * Milliseconds of a time in ISO 8601. A day alone is its midnight in UTC, and so is a time without an offset. Throws a
 * RangeError when it cannot be read.
 */
export function parseTime(text: string): number {
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/i.test(text) || !text.includes("T");
  const time = isoTime.test(text) ? Date.parse(hasOffset ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new RangeError(
      `"${text}" is not a time; write it as 2026-05-12 or 2026-05-12T14:23:01Z.`,
    );
  }
  return time;
}
