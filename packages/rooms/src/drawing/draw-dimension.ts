import { add, direction, distance, left, type Point, scale } from "../geometry/point.ts";
import type { Segment } from "../geometry/polygon.ts";
import type { Shape } from "./drawing.ts";
import type { FreeSpace } from "./free-space.ts";
import { measureBlock, outlineBlock, readableAngle, type TextBlock } from "./text-block.ts";

/** A measured side, and what its dimension may stand beside. Lengths are meters. */
export type DimensionPlace = {
  ends: readonly [Point, Point];
  text: string;
  textHeight: number;
  /** Directions beside the side with the distances of the first dimension line, best first. */
  sides: readonly { side: Point; offset: number }[];
};

/** A dimension line with the middle of its text. */
type Candidate = { line: Segment; block: TextBlock; cost: number };

/** The number of dimension lines that are tried on each side of a wall. */
const rows = 5;
/** The distance between them, as a multiple of the height of texts. */
const rowDistance = 2.4;
/** The costs of covering or crossing something, and of being away from the middle of the wall. */
const costs = { covered: 20, crossed: 12, crossedLine: 1, otherSide: 3, row: 1, shifted: 0.6 };

/**
 * Returns a dimension with its dimension line, extension lines, ticks and text, parallel to the
 * measured side. It stands where its text covers nothing, if there is such a place, and takes that
 * place in `space`.
 */
export function drawDimension(place: DimensionPlace, space: FreeSpace): Shape {
  const { line, block } = listCandidates(place, space).reduce((best, each) =>
    each.cost < best.cost ? each : best,
  );
  const { ends, text, textHeight } = place;
  const ahead = direction(...ends);
  const tick = scale(add(ahead, left(ahead)), textHeight * 0.4);
  const [from, to] = [foot(ends[0], line), foot(ends[1], line)];
  const ticks = [from, to].map((end) => ({ from: add(end, scale(tick, -1)), to: add(end, tick) }));
  const extensions = ends.map((end, index) => extend(end, [from, to][index]!, textHeight));
  space.addLine(line);
  space.addArea(outlineBlock(block));
  return {
    kind: "dimension",
    layer: "dimensions",
    ends,
    line: { from, to },
    lines: [line, ...ticks, ...extensions],
    text: { middle: block.middle, height: textHeight, angle: block.angle, text },
  };
}

function listCandidates(
  { ends, text, textHeight, sides }: DimensionPlace,
  space: FreeSpace,
): Candidate[] {
  const ahead = direction(...ends);
  const angle = readableAngle(ahead);
  const half = distance(...ends) / 2;
  const textHalf = measureBlock({ lines: [text], height: textHeight }).x;
  const besides = half + textHalf + textHeight * 0.5;
  const shifts =
    half > textHalf
      ? [0, ...[0.35, -0.35, 0.7, -0.7].map((share) => share * (half - textHalf))]
      : [0, besides, -besides];
  return sides.flatMap(({ side, offset }, sideIndex) =>
    Array.from({ length: rows }, (_, row) => row).flatMap((row) => {
      const away = offset + row * rowDistance * textHeight;
      const shifted = ends.map((end) => add(end, scale(side, away))) as [Point, Point];
      const middle = scale(add(...shifted), 0.5);
      return shifts.map((shift) => {
        const block = {
          lines: [text],
          middle: add(middle, add(scale(ahead, shift), scale(side, textHeight * 0.85))),
          height: textHeight,
          angle,
        };
        const line = lengthen(shifted, ahead, shift, textHalf);
        const crossed = space.countCrossed(line);
        const cost =
          costs.covered * space.countCovered(outlineBlock(block)) +
          costs.crossed * crossed.areas +
          costs.crossedLine * crossed.lines +
          costs.otherSide * sideIndex +
          costs.row * row +
          (costs.shifted * Math.abs(shift)) / half;
        return { line, block, cost };
      });
    }),
  );
}

/** Returns the dimension line, which goes on below a text beside its ends. */
function lengthen(
  [from, to]: [Point, Point],
  ahead: Point,
  shift: number,
  textHalf: number,
): Segment {
  const beyond = Math.max(0, Math.abs(shift) + textHalf - distance(from, to) / 2);
  if (shift === 0 || beyond === 0) return { from, to };
  return shift < 0
    ? { from: add(from, scale(ahead, -beyond)), to }
    : { from, to: add(to, scale(ahead, beyond)) };
}

/** Returns the point of a dimension line across from an end of the measured side. */
function foot(end: Point, { from, to }: Segment): Point {
  const ahead = direction(from, to);
  const along = (end.x - from.x) * ahead.x + (end.y - from.y) * ahead.y;
  return add(from, scale(ahead, along));
}

/** Returns an extension line from near the end of a side to just beyond its dimension line. */
function extend(end: Point, onLine: Point, textHeight: number): Segment {
  const away = direction(end, onLine);
  const gap = Math.min(textHeight * 0.4, distance(end, onLine));
  return {
    from: add(end, scale(away, gap)),
    to: add(onLine, scale(away, textHeight * 0.4)),
  };
}
