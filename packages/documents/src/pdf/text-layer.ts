import { type CharacterCodes, spaceCode } from "./character-codes.ts";
import { metrics } from "./invisible-font.ts";
import { number } from "./syntax.ts";

/** A word that was read on a page. Box and baseline are in pixels of the page's picture. */
export type PdfWord = {
  text: string;
  box: { x: number; y: number; width: number; height: number };
  /** The number of the line on the page; words of one line share it. */
  line: number;
  /** The line on which the letters stand, from the first character to the last. */
  baseline?: { from: { x: number; y: number }; to: { x: number; y: number } } | undefined;
};

/**
 * The scale from pixels of the picture to points of the page, whose origin is at its bottom left.
 * `pageHeight` is in points.
 */
export type Scale = { x: number; y: number; pageHeight: number };

/**
 * Returns the operators that put words over the picture of their page, invisible (rendering mode 3;
 * ISO 32000-1, 9.3.6). Each line has one size and one baseline, so that readers keep it together;
 * each word is stretched to the width of its box and followed by a space, without which some
 * readers join words. Characters are stored in logical order; those that run from right to left are
 * placed by a mirrored matrix, so that readers that sort by position give the same order.
 */
export function textLayer(words: PdfWord[], scale: Scale, codes: CharacterCodes): string {
  const lines = new Map<number, PdfWord[]>();
  for (const word of words.filter(isReadable)) {
    lines.set(word.line, [...(lines.get(word.line) ?? []), word]);
  }
  const operators = [...lines.values()].flatMap((line) => lineOperators(line, scale, codes));
  return operators.length === 0 ? "" : ["BT", "3 Tr", ...operators, "ET", ""].join("\n");
}

/** Whether a word has characters and its box has an extent. */
function isReadable({ text, box }: PdfWord): boolean {
  return showable(text) !== "" && box.width > 0 && box.height > 0;
}

/**
 * Removes control characters, and the code points that no PDF/A-2u text may hold (ISO 19005-2,
 * 6.2.11.7.2).
 */
function showable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFEFF\uFFFE\uFFFF]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function lineOperators(words: PdfWord[], scale: Scale, codes: CharacterCodes): string[] {
  const size = typicalHeight(words) * scale.y;
  const { slope, heightAt } = baselineOf(words, scale);
  const angle = Math.atan(slope);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const operators = [`/F ${number(size)} Tf`];
  for (const { text, box } of words) {
    const runs = runsOf(showable(text)).map((run) => ({ ...run, ...codes.encode(run.text) }));
    const characterCount = runs.reduce((sum, run) => sum + run.count, 0);
    const advance = (box.width * scale.x) / characterCount;
    operators.push(`${number(((advance / cos) * 100_000) / (size * metrics.width))} Tz`);
    let right = (box.x + box.width) * scale.x;
    for (const [index, { hex, count, isRightToLeft }] of runs.entries()) {
      const left = right - count * advance;
      const [x, direction] = isRightToLeft ? [right, [-cos, -sin]] : [left, [cos, sin]];
      const end = index === runs.length - 1 ? spaceCode : "";
      operators.push(
        `${[...direction, -sin, cos, x, heightAt(x)].map(number).join(" ")} Tm`,
        `<${hex}${end}> Tj`,
      );
      right = left;
    }
  }
  return operators;
}

/** The blocks whose characters run from right to left (Unicode 17, DerivedBidiClass). */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Numbers and Latin letters, which run from left to right even in a word that runs from right to
 * left (UAX #9).
 */
const leftToRight = /([\p{Nd}\p{Script=Latin}]+(?:[.,:/+-][\p{Nd}\p{Script=Latin}]+)*)/u;

/**
 * Splits a word into runs of one direction, in logical order; in a word from right to left, the
 * first is rightmost.
 */
function runsOf(text: string): { text: string; isRightToLeft: boolean }[] {
  if (!rightToLeft.test(text)) return [{ text, isRightToLeft: false }];
  return text
    .split(leftToRight)
    .map((part, index) => ({ text: part, isRightToLeft: index % 2 === 0 }))
    .filter((run) => run.text !== "");
}

/** The quantile of the heights of boxes that is the height of a line, as a share. */
const heightQuantile = 0.75;

/**
 * Returns the height of the taller boxes of a line, since words such as "nor" are lower than their
 * line. A single box that is too high has no effect.
 */
function typicalHeight(words: PdfWord[]): number {
  const heights = words.map(({ box }) => box.height).sort((a, b) => a - b);
  return heights[Math.floor(heights.length * heightQuantile)]!;
}

/** Fits one straight line to the baselines of words, in points of the page (least squares). */
function baselineOf(
  words: PdfWord[],
  scale: Scale,
): { slope: number; heightAt: (x: number) => number } {
  const points = words
    .flatMap(({ box, baseline }) =>
      baseline
        ? [baseline.from, baseline.to]
        : [box.x, box.x + box.width].map((x) => ({ x, y: box.y + box.height + descentOf(box) })),
    )
    .map(({ x, y }) => ({ x: x * scale.x, y: scale.pageHeight - y * scale.y }));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  let [products, squares] = [0, 0];
  for (const { x, y } of points) {
    products += (x - meanX) * (y - meanY);
    squares += (x - meanX) ** 2;
  }
  const slope = squares > 0 ? products / squares : 0;
  return { slope, heightAt: (x) => meanY + slope * (x - meanX) };
}

/** A box reaches below its baseline as far as the font does. */
const descentOf = ({ height }: { height: number }) => (metrics.descent / 1000) * height;
