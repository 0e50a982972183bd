import type { Point } from "../quad.ts";

/** A word on a page. Box and baseline are in pixels of the picture that was read. */
export type Word = {
  text: string;
  /** From 0 (guessed) to 100 (certain). */
  confidence: number;
  box: { x: number; y: number; width: number; height: number };
  /** The line on which the letters stand, below this word. It rises where a page lies askew. */
  baseline: { from: Point; to: Point };
  /** The number of the word's line on the page, from 0. */
  line: number;
};

/**
 * The text of a page: its words in reading order, and the same with line breaks and an empty line
 * after a paragraph.
 */
export type PageText = { words: Word[]; text: string };

/**
 * Returns words of a page in the pixels of another picture of it, whose width and height are larger
 * by the factors `x` and `y`. Words without a baseline stay without one.
 */
export function scaleWords<
  Placed extends Pick<Word, "box"> & { baseline?: Word["baseline"] | undefined },
>(words: readonly Placed[], { x, y }: Point): Placed[] {
  const toPoint = (point: Point) => ({ x: point.x * x, y: point.y * y });
  return words.map((word) => ({
    ...word,
    box: { ...toPoint(word.box), width: word.box.width * x, height: word.box.height * y },
    baseline: word.baseline && {
      from: toPoint(word.baseline.from),
      to: toPoint(word.baseline.to),
    },
  }));
}
