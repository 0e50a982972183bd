import type { PdfWord } from "@scanhook/documents";

/**
 * The text that was read on a page, with the positions of its words on the turned page of `width` ×
 * `height` pixels.
 */
export type ReadText = {
  width: number;
  height: number;
  text: string;
  words: PdfWord[];
  /**
   * The code of the language in which the text was read, or of the first of several. English if it
   * is missing.
   */
  language?: string;
};

/** Returns the words with their positions on a picture of the page in another size. */
export function scaleWords(
  { width, height, words }: ReadText,
  size: { width: number; height: number },
): PdfWord[] {
  const scale = { x: size.width / width, y: size.height / height };
  const toPoint = ({ x, y }: { x: number; y: number }) => ({ x: x * scale.x, y: y * scale.y });
  return words.map(({ text, line, box, baseline }) => ({
    text,
    line,
    box: { ...toPoint(box), width: box.width * scale.x, height: box.height * scale.y },
    baseline: baseline && { from: toPoint(baseline.from), to: toPoint(baseline.to) },
  }));
}
