import { applyHomography, findHomography, type Homography } from "../geometry/homography.ts";
import { frameQuad, isConvex } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import { mapQuad, type Point, type Quad } from "../quad.ts";
import { rectify } from "../rectify.ts";
import { type Band, type Color, findBand, findColorOutside, type Square } from "./bands.ts";
import { reduce } from "./channels.ts";
import type { Line } from "./lines.ts";
import { toQuad } from "./quads.ts";

/** The number of cells along each side of the square in which the page is sampled. */
const cells = 128;
/** The number of cells of its surroundings at each side. */
const margin = 6;
/** The maximum difference of the color of a board from side to side, in levels. */
const maxColorDifference = 30;
/** The maximum number of samples along a side of a cell. */
const samplesPerCell = 2;

/**
 * Returns the sheet of paper in a quad that is a clipboard, a folder or a cardboard under the
 * sheet, else the quad. Such a board shows as a band that is darker or more colored than the paper
 * and, unlike a printed bar, has the same color along or outside of a neighboring side.
 */
export function trimBoard(picture: Picture, quad: Quad): Quad {
  const toPicture = findHomography(frameQuad({ width: cells, height: cells }), quad);
  const square = toPicture && sampleSquare(picture, toPicture);
  if (!square) return quad;
  const bands = sides.map((side) => findBand(square, side));
  const around = sides.map((side) => bands[side]?.color ?? findColorOutside(square, side));
  const board = bands.find(
    (band, side) => band && [1, 3].some((step) => isAlike(band.color, around[(side + step) % 4]!)),
  );
  if (!board) return quad;
  const toSide = (side: 0 | 1 | 2 | 3) => {
    const band = bands[side];
    return toLine(side, band && isAlike(board.color, band.color) ? band : { start: 0, end: 0 });
  };
  const sheet = toQuad([toSide(0), toSide(1), toSide(2), toSide(3)]);
  if (!sheet || !isConvex(sheet)) return quad;
  return mapQuad(sheet, (corner) => applyHomography(toPicture, corner));
}

const sides = [0, 1, 2, 3] as const;

/** Returns the page and its surroundings without perspective. */
function sampleSquare(picture: Picture, toPicture: Homography): Square | undefined {
  const size = cells + 2 * margin;
  const corners = mapQuad(frameQuad({ width: size, height: size }), ({ x, y }) =>
    applyHomography(toPicture, { x: x - margin, y: y - margin }),
  );
  const sampled = rectify(picture, corners, { width: size, height: size }, samplesPerCell);
  return sampled && { channels: reduce(sampled, size).channels, cells, margin };
}

function isAlike(color: Color, other: Color): boolean {
  return Math.hypot(...color.map((level, channel) => level - other[channel]!)) < maxColorDifference;
}

/** Returns the line along which a band meets the paper, in cells. */
function toLine(side: number, { start, end }: Pick<Band, "start" | "end">): Line {
  const ends: readonly [Point, Point][] = [
    [
      { x: 0, y: start },
      { x: cells, y: end },
    ],
    [
      { x: cells - start, y: 0 },
      { x: cells - end, y: cells },
    ],
    [
      { x: 0, y: cells - start },
      { x: cells, y: cells - end },
    ],
    [
      { x: start, y: 0 },
      { x: end, y: cells },
    ],
  ];
  const [from, to] = ends[side]!;
  const angle = Math.atan2(to.x - from.x, from.y - to.y);
  const distance = from.x * Math.cos(angle) + from.y * Math.sin(angle);
  return { angle, distance, isBorder: false };
}
