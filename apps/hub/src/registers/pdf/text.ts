import type { Font } from "./font.ts";

/**
 * Matches texts in scripts whose letters stand one after the other. Other scripts need shaping
 * (joined, reordered or stacked letters), which this writer does not do.
 */
const plainScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}]*$/u;

/** Tells whether a text can be drawn, letter after letter, with the glyphs of a font. */
export function isPrintable(text: string, font: Font): boolean {
  const composed = text.normalize("NFC");
  if (!plainScripts.test(composed) || /[\p{M}\p{C}]/u.test(composed)) return false;
  return [...composed].every((character) => font.glyphOf(character.codePointAt(0)!) !== 0);
}

/**
 * Replaces the words of a text that cannot be drawn. Several in a row are replaced by one
 * `substitute`.
 */
export function replaceUnprintable(text: string, font: Font, substitute: string): string {
  if (isPrintable(text, font)) return text;
  return text.replaceAll(/\S+(?:[^\S\r\n]+\S+)*/g, (line) => {
    const words = line.split(/\s+/).map((word) => (isPrintable(word, font) ? word : substitute));
    const isRepeated = (word: string, index: number) =>
      word === substitute && words[index - 1] === substitute;
    return words.filter((word, index) => !isRepeated(word, index)).join(" ");
  });
}

/**
 * Breaks a text at spaces, or else anywhere, into at most `maxLines` lines. A text that does not
 * fit ends with “…”. `width` is in multiples of the font size.
 */
export function breakLines(text: string, font: Font, width: number, maxLines: number): string[] {
  const characters = [...text.normalize("NFC").trim()];
  // The width up to each character, so that a long text is not measured again for each line.
  const ends = [0];
  for (const each of characters) ends.push(ends.at(-1)! + measure([each], font));
  const lines: string[] = [];
  let start = 0;
  const countFitting = (available: number) => {
    let count = 1;
    while (
      start + count < characters.length &&
      ends[start + count + 1]! - ends[start]! <= available
    )
      count += 1;
    return count;
  };
  while (start < characters.length) {
    const count = countFitting(width);
    const take = (length: number) => characters.slice(start, start + length).join("");
    if (start + count === characters.length) return [...lines, take(count)];
    if (lines.length === maxLines - 1)
      return [...lines, `${take(countFitting(width - measure(["…"], font))).trimEnd()}…`];
    const space = characters.slice(start, start + count + 1).lastIndexOf(" ");
    const length = space > 0 ? space : count;
    lines.push(take(length));
    start += length;
    while (characters[start]?.trim() === "") start += 1;
  }
  return lines;
}

/** Returns the width of characters in multiples of the font size. */
export function measure(characters: readonly string[], font: Font): number {
  const widths = characters.map((each) => font.widthOf(font.glyphOf(each.codePointAt(0)!)));
  return widths.reduce((sum, width) => sum + width, 0) / 1000;
}
