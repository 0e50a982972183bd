import type { PdfWord } from "@scanhook/documents";
import type { ReadText } from "./page-text.ts";

/** Returns the lines of a page in reading order: their numbers and their texts. */
export function listLines({ words }: ReadText): { line: number; text: string }[] {
  const lines = new Map<number, string>();
  for (const { line, text } of words) {
    const before = lines.get(line);
    lines.set(line, before === undefined ? text : `${before} ${text}`);
  }
  return [...lines].map(([line, text]) => ({ line, text }));
}

/**
 * Returns the text of a page with another text for one line, which takes the place of the printed
 * one. Words that stay keep their boxes; new ones share the place of those that they replace. An
 * empty text removes the line.
 */
export function correctLine(pageText: ReadText, line: number, text: string): ReadText {
  const lines = listLines(pageText);
  const index = lines.findIndex((each) => each.line === line);
  if (index < 0) return pageText;
  const old = pageText.words.filter((word) => word.line === line);
  const replaced = replaceWords(old, text.split(/\s+/).filter(Boolean));
  const start = pageText.words.indexOf(old[0]!);
  const words = pageText.words.filter((word) => word.line !== line);
  words.splice(start, 0, ...replaced);
  const newText = replaced.map((word) => word.text).join(" ");
  return { ...pageText, words, text: replaceTextLine(pageText.text, lines, index, newText) };
}

/** Replaces one of the lines that hold text, and keeps the empty ones between paragraphs. */
function replaceTextLine(
  text: string,
  lines: readonly { text: string }[],
  index: number,
  newText: string,
): string {
  const rows = text.split("\n");
  const filled = rows.flatMap((row, number) => (row.trim() === "" ? [] : [number]));
  if (filled.length !== lines.length) {
    return lines
      .map((line, number) => (number === index ? newText : line.text))
      .filter(Boolean)
      .join("\n");
  }
  rows.splice(filled[index]!, 1, ...(newText === "" ? [] : [newText]));
  return rows.join("\n");
}

function replaceWords(old: readonly PdfWord[], texts: readonly string[]): PdfWord[] {
  if (texts.length === old.length) return old.map((word, i) => ({ ...word, text: texts[i]! }));
  const shorter = Math.min(old.length, texts.length);
  let head = 0;
  while (head < shorter && old[head]!.text === texts[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail)!.text === texts.at(-1 - tail)) tail++;
  // Words that are only added have no place of their own, so a neighbor shares its place.
  if (head + tail === old.length && head > 0) head--;
  else if (head + tail === old.length) tail--;
  const place = old.slice(head, old.length - tail);
  const added = texts.slice(head, texts.length - tail);
  return [...old.slice(0, head), ...spread(place, added), ...old.slice(old.length - tail)];
}

/** Divides the place of words among other words by their numbers of characters. */
function spread(place: readonly PdfWord[], texts: readonly string[]): PdfWord[] {
  const first = place[0]!;
  const last = place.at(-1)!;
  const left = Math.min(...place.map(({ box }) => box.x));
  const right = Math.max(...place.map(({ box }) => box.x + box.width));
  const top = Math.min(...place.map(({ box }) => box.y));
  const bottom = Math.max(...place.map(({ box }) => box.y + box.height));
  const isRightToLeft = last.box.x < first.box.x;
  const [from, to] = isRightToLeft ? [last, first] : [first, last];
  const total = texts.join(" ").length;
  let start = 0;
  return texts.map((text) => {
    const width = ((right - left) * text.length) / total;
    const offset = ((right - left) * start) / total;
    start += text.length + 1;
    const x = isRightToLeft ? right - offset - width : left + offset;
    const box = { x, y: top, width, height: bottom - top };
    const baseline =
      from.baseline && to.baseline && cut(from.baseline.from, to.baseline.to, x, x + width);
    return { text, line: first.line, box, baseline };
  });
}

type Point = { x: number; y: number };

/** Returns the part of a line between two abscissas. */
function cut(from: Point, to: Point, left: number, right: number) {
  const slope = to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x);
  const at = (x: number) => ({ x, y: from.y + (x - from.x) * slope });
  return { from: at(left), to: at(right) };
}
