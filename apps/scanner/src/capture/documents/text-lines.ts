import type { ReadText } from "./page-text.ts";

/**
 * A line of a text that lies over the picture of its page. All numbers are pixels of the page that
 * was read.
 */
export type TextLine = {
  left: number;
  top: number;
  /** The height of the letters, which is the size of the font. */
  height: number;
  /**
   * The words in their order. Spacing after each letter puts a word, and the space behind it, over
   * the printed one.
   */
  words: { text: string; spacing: number }[];
};

/**
 * Lays the words of a page out in lines. `measure` returns the width of a text in the font of the
 * layer, as a part of the size of the font.
 */
export function layOutLines({ words }: ReadText, measure: (text: string) => number): TextLine[] {
  const lines = new Map<number, typeof words>();
  for (const word of words) lines.set(word.line, [...(lines.get(word.line) ?? []), word]);
  return [...lines.values()].map((inLine) => {
    const top = Math.min(...inLine.map(({ box }) => box.y));
    const height = Math.max(1, ...inLine.map(({ box }) => box.height));
    return {
      left: inLine[0]!.box.x,
      top,
      height,
      words: inLine.map(({ text, box }, index) => {
        const next = inLine[index + 1];
        const spaced = next ? `${text} ` : text;
        const width = next ? next.box.x - box.x : box.width;
        // Boxes that overlap would push letters over each other.
        const spacing = Math.max(-height / 3, (width - measure(spaced) * height) / spaced.length);
        return { text: spaced, spacing };
      }),
    };
  });
}
