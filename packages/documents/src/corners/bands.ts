import type { Reduced } from "./channels.ts";

/**
 * A page as a square of `cells` cells to a side, with a margin of `margin` cells of its
 * surroundings.
 */
export type Square = { channels: Reduced["channels"]; cells: number; margin: number };

/** Brightness, red against green, and yellow against blue, in levels of 255. */
export type Color = readonly [number, number, number];

/**
 * A band along a side of a square page: its widths at both ends of the side, in cells, and its
 * color.
 */
export type Band = { start: number; end: number; color: Color };

/** The maximum width of a band, as a share of the side of the page. */
const maxWidthShare = 0.32;
/** The minimum width of a band, in cells. */
const minWidth = 2;
/** The maximum width of the table beyond a board, in cells. */
const maxGap = 2;
/** The minimum share of a side along which a band is visible: a clip may cover the rest. */
const minSeenShare = 0.3;
/** The maximum distance of the inner edge of a band from a straight line, in cells. */
const maxResidual = 1;
/** The maximum slope of the inner edge: paper lies nearly straight on a board, shadows do not. */
const maxSlope = 0.15;
/** The maximum brightness of a board, as a share of that of the paper. */
const maxBoardBrightness = 0.8;
/** The minimum difference of a colored board from the paper in color, in levels. */
const minColorDifference = 20;
/** The minimum difference of a colored board from the paper in saturation, in levels. */
const minSaturationDifference = 10;
/**
 * The minimum step at the edge of a board as a share of the brightness of paper: shadows are soft.
 */
const minStepShare = 0.12;
/** The side divided by the part at each end that is left out, where two bands may overlap. */
const cornerDivisor = 20;
/** The distance of the cells through which lines are tried. */
const lineStep = 6;
/** The minimum distance of the two cells that define a line. */
const minLineDistance = 12;

/**
 * Finds a band that is darker or more colored than the paper inside of it and has a sharp and
 * straight inner edge, along a side: 0 is the top, 1 the right, 2 the bottom and 3 the left side.
 */
export function findBand(square: Square, side: number): Band | undefined {
  const { cells } = square;
  const corner = Math.round(cells / cornerDivisor);
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

/** Returns the median color just outside of a side. */
export function findColorOutside(square: Square, side: number): Color {
  const outside = Array.from({ length: square.cells }, (_, along) =>
    toCell(square, side, along, -Math.ceil(square.margin / 2)),
  );
  return findColor(square, outside);
}

/**
 * Returns the index of the cell that is `along` cells along a side and `deep` cells inside of it.
 */
function toCell({ cells, margin }: Square, side: number, along: number, deep: number): number {
  const inward = side === 1 || side === 2 ? cells - 1 - deep : deep;
  const [x, y] = side % 2 === 0 ? [along, inward] : [inward, along];
  return (y + margin) * (cells + 2 * margin) + x + margin;
}

/** Returns the median color of some cells. */
function findColor({ channels }: Square, cells: readonly number[]): Color {
  const [light, redGreen, yellowBlue] = channels;
  const median = (channel: Float32Array) =>
    cells.map((cell) => channel[cell]!).sort((a, b) => a - b)[cells.length >> 1]!;
  return [median(light), median(redGreen), median(yellowBlue)];
}

/**
 * Returns the width of a band in cells at a position of a side: 0 if the paper begins at the side,
 * and undefined if no paper is near.
 */
function measureWidth(
  { channels, cells }: Square,
  toCell: (deep: number) => number,
): number | undefined {
  const [light, redGreen, yellowBlue] = channels;
  const last = Math.round(cells * maxWidthShare);
  // The lightest cell is paper between letters.
  let paper = toCell(last + 1);
  for (let deep = last + 2; deep < cells / 2; deep++)
    if (light[toCell(deep)]! > light[paper]!) paper = toCell(deep);
  const saturation = (cell: number) => Math.hypot(redGreen[cell]!, yellowBlue[cell]!);
  const isBoard = (cell: number) => {
    if (light[cell]! < maxBoardBrightness * light[paper]!) return true;
    const across = redGreen[cell]! - redGreen[paper]!;
    const down = yellowBlue[cell]! - yellowBlue[paper]!;
    return (
      light[cell]! < light[paper]! &&
      Math.hypot(across, down) > minColorDifference &&
      saturation(cell) > saturation(paper) + minSaturationDifference
    );
  };
  let deep = 0;
  while (deep < maxGap && !isBoard(toCell(deep))) deep++;
  const first = deep;
  while (deep <= last && isBoard(toCell(deep))) deep++;
  if (deep > last) return undefined;
  if (deep === first) return 0;
  const [before, after] = [toCell(Math.max(first, deep - 2)), toCell(deep + 1)];
  const step = Math.hypot(...channels.map((channel) => channel[after]! - channel[before]!));
  return step > minStepShare * light[paper]! ? deep : 0;
}

/** The widths on the inner edge of a band at both ends of the side, and the cells on the edge. */
type FittedEdge = { start: number; end: number; members: number[] };

/**
 * Finds the straight line on which most of the widths are, then fits it to these by least squares.
 * A clip, a finger or a torn corner are outliers.
 */
function fitEdge(widths: readonly (number | undefined)[]): FittedEdge | undefined {
  const isMember = (along: number, start: number, slope: number) =>
    Math.abs((widths[along] ?? Number.NaN) - start - slope * along) <= maxResidual;
  let [maxCount, bestStart, bestSlope] = [0, 0, 0];
  for (let first = 0; first < widths.length; first += lineStep) {
    for (let second = first + minLineDistance; second < widths.length; second += lineStep) {
      const [from, to] = [widths[first], widths[second]];
      if (from === undefined || to === undefined) continue;
      const slope = (to - from) / (second - first);
      const start = from - slope * first;
      if (start < -maxResidual || start + slope * widths.length < -maxResidual) continue;
      if (Math.abs(slope) > maxSlope) continue;
      let count = 0;
      for (let along = 0; along < widths.length; along++)
        if (isMember(along, start, slope)) count++;
      if (count > maxCount) [maxCount, bestStart, bestSlope] = [count, start, slope];
    }
  }
  const best = [...widths.keys()].filter((along) => isMember(along, bestStart, bestSlope));
  if (best.length < widths.length * minSeenShare) return undefined;
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
