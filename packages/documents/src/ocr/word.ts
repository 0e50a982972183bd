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

/** Returns words of a page in the pixels of another picture of it, which is larger by a factor. */
export function scaleWords(words: readonly Word[], factor: number): Word[] {
  const toPoint = ({ x, y }: Point) => ({ x: x * factor, y: y * factor });
  return words.map(({ box, baseline, ...word }) => ({
    ...word,
    box: { ...toPoint(box), width: box.width * factor, height: box.height * factor },
    baseline: { from: toPoint(baseline.from), to: toPoint(baseline.to) },
  }));
}
