import { foldText } from "@scanhook/content";

const maxWords = 32;
/** The number of characters of a search text that are read. 32 words are never longer. */
const maxCharacters = 10_000;

/**
 * Splits a search text into folded words, each with at least one letter or digit. Any text is
 * valid.
 */
export function toTypedWords(text: string): string[] {
  return foldText(text.slice(0, maxCharacters).toWellFormed())
    .split(/[\s\p{C}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
}

/**
 * Splits a search text at white space into at most 32 folded parts. A label or a key must contain
 * each of them.
 */
export function toTypedParts(text: string): string[] {
  return foldText(text.slice(0, maxCharacters).toWellFormed())
    .split(/[\s\p{Cc}]+/u)
    .filter((part) => part !== "")
    .slice(0, maxWords);
}

/** Returns a key of an entry as a search compares it: folded, without the letter of its kind. */
export function foldKey(key: string): string {
  return foldText(key.slice(key.indexOf(":") + 1));
}

/**
 * Removes the separators from a word that may be an identifier, because identifiers are indexed
 * without them. Returns undefined for any other word.
 */
export function toJoinedIdentifier(word: string): string | undefined {
  const joined = word.replaceAll(/[:-]/g, "");
  return joined !== word && /^[0-9a-f]+$/i.test(joined) ? joined : undefined;
}

const isoTime =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * Parses an ISO 8601 time to milliseconds since 1970. A date alone is its midnight, and a time
 * without an offset is in UTC. Throws a RangeError for anything else.
 */
export function parseTime(text: string): number {
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/i.test(text) || !text.includes("T");
  const time = isoTime.test(text) ? Date.parse(hasOffset ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new RangeError(
      `"${text}" is not a time. Write it as 2026-05-12 or 2026-05-12T14:23:01Z.`,
    );
  }
  return time;
}
