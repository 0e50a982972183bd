import type { ReadText } from "./page-text.ts";

/**
 * A line of the text layer over the picture of a page. All numbers are in pixels of the page that
 * was read.
 */
export type TextLine = {
  left: number;
  top: number;
  /** The font size: the height of the tallest word. */
  height: number;
  /**
   * The words in their order. `spacing` is added after each letter, so that the word and the space
   * after it are as wide as in print.
   */
  words: { text: string; spacing: number }[];
};

/**
 * Lays out the words of a page in lines. `measure` returns the width of a text in the font of the
 * layer, as a multiple of the font size.
 */
export function layOutLines({ words }: ReadText, measure: (text: string) => number): TextLine[] {
  const lines = new Map<number, typeof words>();
  for (const word of words) lines.set(word.line, [...(lines.get(word.line) ?? []), word]);
  return [...lines.values()].map((lineWords) => {
    const top = Math.min(...lineWords.map(({ box }) => box.y));
    const height = Math.max(1, ...lineWords.map(({ box }) => box.height));
    return {
      left: lineWords[0]!.box.x,
      top,
      height,
      words: lineWords.map(({ text, box }, index) => {
        const next = lineWords[index + 1];
        const spaced = next ? `${text} ` : text;
        const width = next ? next.box.x - box.x : box.width;
        // Without a limit, boxes that overlap would push letters over each other.
        const spacing = Math.max(-height / 3, (width - measure(spaced) * height) / spaced.length);
        return { text: spaced, spacing };
      }),
    };
  });
}
