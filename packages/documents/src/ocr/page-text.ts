import type { Bbox, Block, Word as EngineWord, Line } from "tesseract.js";
import type { PageText, Word } from "./word.ts";

/**
 * The minimum confidence of a word, from 0 to 100: below it, most words are specks, edges and
 * ornaments that were taken for letters.
 */
const minConfidence = 30;

/** Returns the words and the text of the blocks that the text engine found on a page. */
export function collectPageText(blocks: readonly Block[]): PageText {
  const words: Word[] = [];
  const paragraphs: string[] = [];
  let line = 0;
  for (const paragraph of blocks.flatMap((block) => block.paragraphs)) {
    const lines: string[] = [];
    for (const found of paragraph.lines) {
      const wordsOfLine = found.words.filter(isLikelyText).map((word) => toWord(word, found, line));
      if (wordsOfLine.length === 0) continue;
      words.push(...wordsOfLine);
      lines.push(wordsOfLine.map(({ text }) => text).join(" "));
      line++;
    }
    if (lines.length > 0) paragraphs.push(lines.join("\n"));
  }
  return { words, text: paragraphs.join("\n\n") };
}

function isLikelyText({ text, confidence }: EngineWord): boolean {
  return text.trim() !== "" && confidence >= minConfidence;
}

function toWord({ text, confidence, bbox }: EngineWord, line: Line, number: number): Word {
  return {
    text: text.trim(),
    confidence,
    box: { x: bbox.x0, y: bbox.y0, width: bbox.x1 - bbox.x0, height: bbox.y1 - bbox.y0 },
    baseline: findBaseline(bbox, line),
    line: number,
  };
}

/** Returns the part of a line's baseline below a word. */
function findBaseline({ x0, x1, y1 }: Bbox, { baseline }: Line): Word["baseline"] {
  const width = baseline.x1 - baseline.x0;
  const slope = width > 0 ? (baseline.y1 - baseline.y0) / width : 0;
  const toPoint = (x: number) => ({
    x,
    y: width > 0 ? baseline.y0 + (x - baseline.x0) * slope : y1,
  });
  return { from: toPoint(x0), to: toPoint(x1) };
}
