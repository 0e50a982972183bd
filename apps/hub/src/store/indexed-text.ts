import { foldText } from "@scanhook/content";

/**
 * The maximum number of words of one text that are indexed. Indexing a word takes microseconds
 * inside the commit that other scans wait for. Indexing a text of many different words must not
 * take longer than storing it.
 */
export const maxIndexedWords = 256;
/**
 * The maximum number of characters of one text whose words are indexed. The longest QR code has
 * 7,089 characters.
 */
export const maxIndexedCharacters = 10_000;

/**
 * Returns the beginning of a text that is indexed: the whole text, unless it exceeds one of the
 * limits.
 */
export function toIndexedText(text: string): string {
  // Every word but the last needs a separator, so a text this short cannot have too many words.
  if (text.length < maxIndexedWords * 2) return text;
  const beginning = text.slice(0, maxIndexedCharacters);
  let count = 0;
  for (const { 0: word, index } of beginning.matchAll(/[\p{L}\p{N}\p{Co}]+/gu)) {
    count += 1;
    if (count === maxIndexedWords) return beginning.slice(0, index + word.length);
  }
  return beginning;
}

/**
 * Splits the first 10,000 characters of a text into its runs of letters and digits, folded (É
 * becomes e). A word contains nothing else and can therefore be put in quotes unescaped.
 */
export function toWords(fullText: string): string[] {
  // The rest of a text is not indexed either.
  const text = fullText.slice(0, maxIndexedCharacters);
  // Most scans are ASCII. For them, a simpler expression finds the same words several times faster.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return foldText(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/**
 * Ends of words outside these limits are not indexed: shorter ones match too much, and nobody types
 * longer ones.
 */
const minEndLength = 3;
const maxWordLength = 99;

/**
 * Returns a word in reverse, so that an index that finds words by their beginnings also finds it by
 * its end. Returns undefined for a word of less than 3 or more than 99 characters, which is not
 * found by its end.
 */
export function toWordEnd(word: string): string | undefined {
  const characters = Array.from(word);
  const { length } = characters;
  if (length < minEndLength || length > maxWordLength) return undefined;
  return characters.reverse().join("");
}
