import type { Reduced } from "./channels.ts";

/** A page as a square of `cells` to a side, with `margin` cells of what is around it. */
export type Square = { channels: Reduced["channels"]; cells: number; margin: number };

/** Brightness and differences of colors. */
export type Color = readonly [number, number, number];

/**
 * A band along a side of a square page: how wide it is at both ends of the side, in cells, and its
 * color.
 */
export type Band = { start: number; end: number; color: Color };

/**
 * A board shows beside the paper by at most this share of the page, and behind it by at least two
 * cells.
 */
const maxShare = 0.32;
const minWidth = 2;
/** The table may show beyond the board by so many cells. */
const maxGap = 2;
/** The share of a side along which the band has to be seen: a clip may cover the rest. */
const minSeen = 0.3;
/** How far from a straight line the inner edge of a band may be, in cells. */
const maxOff = 1;
/** Paper lies on a board nearly straight; the edge of a shadow runs anyhow. */
const maxSlope = 0.15;

/**
 * Finds a band that is darker or more colored than the paper inside of it and has a sharp and
 * straight inner edge, along a side: 0 is the top, 1 the right, 2 the bottom and 3 the left side.
 */
export function findBand(square: Square, side: number): Band | undefined {
  const { cells } = square;
  const corner = Math.round(cells / 20);
  const widths = Array.from({ length: cells }, (_, along) =>
    along < corner || along >= cells - corner
      ? undefined
      : measureWidth(square, (deep) => toCell(square, side, along, deep)),
  );
  const edge = fitEdge(widths);
  if (!edge || (edge.start + edge.end) / 2 < minWidth) return undefined;
  const cellsOfBand = edge.members
    .filter((along) => widths[along]! >= minWidth)
    .map((along) => toCell(square, side, along, Math.floor(widths[along]! / 2)));
  return { start: edge.start, end: edge.end, color: findColor(square, cellsOfBand) };
}

/** Returns the color that most places have just outside of a side. */
export function findColorOutside(square: Square, side: number): Color {
  const outside = Array.from({ length: square.cells }, (_, along) =>
    toCell(square, side, along, -Math.ceil(square.margin / 2)),
  );
  return findColor(square, outside);
}

/** Returns the index of a cell by its distance from the beginning of a side and from the side. */
function toCell({ cells, margin }: Square, side: number, along: number, deep: number): number {
  const inward = side === 1 || side === 2 ? cells - 1 - deep : deep;
  const [x, y] = side % 2 === 0 ? [along, inward] : [inward, along];
  return (y + margin) * (cells + 2 * margin) + x + margin;
}

function findColor({ channels }: Square, cells: readonly number[]): Color {
  const [light, redGreen, yellowBlue] = channels;
  const median = (channel: Float32Array) =>
    cells.map((cell) => channel[cell]!).sort((a, b) => a - b)[cells.length >> 1]!;
  return [median(light), median(redGreen), median(yellowBlue)];
}

/**
 * Returns how many cells from the side the paper begins, 0 if it begins there, and undefined if no
 * paper is near.
 */
function measureWidth(
  { channels, cells }: Square,
  toCell: (deep: number) => number,
): number | undefined {
  const [light, redGreen, yellowBlue] = channels;
  const last = Math.round(cells * maxShare);
  // Between the letters, paper is lightest.
  let paper = toCell(last + 1);
  for (let deep = last + 2; deep < cells / 2; deep++)
    if (light[toCell(deep)]! > light[paper]!) paper = toCell(deep);
  const saturation = (cell: number) => Math.hypot(redGreen[cell]!, yellowBlue[cell]!);
  const isBoard = (cell: number) => {
    if (light[cell]! < 0.8 * light[paper]!) return true;
    const [across, down] = [
      redGreen[cell]! - redGreen[paper]!,
      yellowBlue[cell]! - yellowBlue[paper]!,
    ];
    return (
      light[cell]! < light[paper]! &&
      Math.hypot(across, down) > 20 &&
      saturation(cell) > saturation(paper) + 10
    );
  };
  let deep = 0;
  while (deep < maxGap && !isBoard(toCell(deep))) deep++;
  const first = deep;
  while (deep <= last && isBoard(toCell(deep))) deep++;
  if (deep > last) return undefined;
  if (deep === first) return 0;
  // A shadow that ends softly is no edge.
  const [before, after] = [toCell(Math.max(first, deep - 2)), toCell(deep + 1)];
  const step = Math.hypot(...channels.map((channel) => channel[after]! - channel[before]!));
  return step > 0.12 * light[paper]! ? deep : 0;
}

type FittedEdge = { start: number; end: number; members: number[] };

/**
 * Finds the straight line on which most of the widths are. A clip, a finger or a torn corner are
 * beside it.
 */
function fitEdge(widths: readonly (number | undefined)[]): FittedEdge | undefined {
  const isMember = (along: number, start: number, slope: number) =>
    Math.abs((widths[along] ?? Number.NaN) - start - slope * along) <= maxOff;
  let [most, bestStart, bestSlope] = [0, 0, 0];
  for (let one = 0; one < widths.length; one += 6) {
    for (let other = one + 12; other < widths.length; other += 6) {
      const [from, to] = [widths[one], widths[other]];
      if (from === undefined || to === undefined) continue;
      const slope = (to - from) / (other - one);
      const start = from - slope * one;
      if (start < -maxOff || start + slope * widths.length < -maxOff) continue;
      if (Math.abs(slope) > maxSlope) continue;
      let count = 0;
      for (let along = 0; along < widths.length; along++)
        if (isMember(along, start, slope)) count++;
      if (count > most) [most, bestStart, bestSlope] = [count, start, slope];
    }
  }
  const best = [...widths.keys()].filter((along) => isMember(along, bestStart, bestSlope));
  if (best.length < widths.length * minSeen) return undefined;
  const meanAlong = best.reduce((sum, along) => sum + along, 0) / best.length;
  const meanWidth = best.reduce((sum, along) => sum + widths[along]!, 0) / best.length;
  const [product, square] = best.reduce(
    ([product, square], along) => [
      product + (along - meanAlong) * (widths[along]! - meanWidth),
      square + (along - meanAlong) ** 2,
    ],
    [0, 0],
  );
  const slope = product / square;
  const start = meanWidth - slope * (meanAlong + 0.5);
  return { start, end: start + slope * widths.length, members: best };
}
