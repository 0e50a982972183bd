import type { PdfWord } from "@scanhook/documents";

/**
 * The text that was read on a page, with the places of its words on the turned page of `width` ×
 * `height` pixels.
 */
export type ReadText = {
  width: number;
  height: number;
  text: string;
  words: PdfWord[];
  /**
   * The code of the language that it was read in, or of the first of several. Texts that were read
   * in English may have none.
   */
  language?: string;
};

/** Returns the words where they are on a picture of this page in another size. */
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
    ...(baseline && { baseline: { from: toPoint(baseline.from), to: toPoint(baseline.to) } }),
  }));
}
