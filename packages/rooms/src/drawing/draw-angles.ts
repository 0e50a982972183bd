import type { SettledRoom } from "../closing/settle-room.ts";
import { add, cross, direction, distance, dot, type Point, scale } from "../geometry/point.ts";
import { signedArea } from "../geometry/polygon.ts";
import { formatDecimal } from "../lengths/format-length.ts";
import type { Shape } from "./drawing.ts";
import type { FreeSpace } from "./free-space.ts";
import { occupySpace } from "./occupy-space.ts";
import type { PlanWords } from "./plan-words.ts";
import { drawBlock, outlineBlock } from "./text-block.ts";

/** The least difference, in degrees, from a right or a straight angle that is shown. */
const minDifference = 0.75;
/** The distances of a text from its corner that are tried, in heights of a line. */
const distances = [3, 3.5, 4, 5, 6, 8, 11];

/**
 * Returns the angles of a room that are neither right nor straight, in degrees, with an arc between
 * the walls. Each stands on the side of the corner that is narrower than a straight angle, or
 * across from it where that is free, and takes its place in `space`.
 */
export function drawAngles(
  { corners }: Pick<SettledRoom, "corners">,
  { textHeight, words }: { textHeight: number; words: PlanWords },
  space: FreeSpace,
): Shape[] {
  const angles = listAngles(corners);
  const arcs = angles
    .filter(({ isConvex }) => isConvex)
    .flatMap(({ corner, shortest, toBefore, toNext }) =>
      drawArc(corner, Math.min(textHeight * 1.4, shortest * 0.4), toBefore, toNext),
    );
  for (const arc of arcs) occupySpace(space, arc);
  const texts = angles.flatMap(({ corner, degrees, toBefore, toNext }) => {
    const bisector = direction({ x: 0, y: 0 }, add(toBefore, toNext));
    const block = placeText(
      `${formatDecimal(degrees, 1, words)}°`,
      corner,
      bisector,
      textHeight,
      space,
    );
    space.addArea(outlineBlock(block));
    return drawBlock(block, "dimensions");
  });
  return [...arcs, ...texts];
}

/** Returns the corners whose angle is neither right nor straight. */
function listAngles(corners: readonly Point[]) {
  const isLeft = signedArea(corners) >= 0;
  return corners.flatMap((corner, index) => {
    const [before, next] = [corners.at(index - 1)!, corners[(index + 1) % corners.length]!];
    const [toBefore, toNext] = [direction(corner, before), direction(corner, next)];
    const between = Math.acos(Math.min(1, Math.max(-1, dot(toBefore, toNext))));
    const degrees = (between * 180) / Math.PI;
    if (Math.abs(degrees - Math.round(degrees / 90) * 90) < minDifference) return [];
    const shortest = Math.min(distance(corner, before), distance(corner, next));
    const isConvex = cross(toNext, toBefore) > 0 === isLeft;
    return [{ corner, toBefore, toNext, degrees, shortest, isConvex }];
  });
}

function placeText(
  text: string,
  corner: Point,
  bisector: Point,
  textHeight: number,
  space: FreeSpace,
) {
  const candidates = [1, -1].flatMap((side) =>
    distances.map((away, index) => {
      const height = textHeight * 0.8;
      const middle = add(corner, scale(bisector, side * away * textHeight));
      const block = { lines: [text], middle, height, angle: 0 };
      const covered = space.countCovered(outlineBlock(block));
      return { block, cost: covered * 100 + index + (side < 0 ? distances.length : 0) };
    }),
  );
  return candidates.reduce((best, each) => (each.cost < best.cost ? each : best)).block;
}

/** Returns the arc between two directions as two halves, neither of which exceeds a quarter. */
function drawArc(center: Point, radius: number, a: Point, b: Point): Shape[] {
  const [start, end] = cross(a, b) > 0 ? [a, b] : [b, a];
  const from = Math.atan2(start.y, start.x);
  const sweep = (Math.atan2(end.y, end.x) - from + 2 * Math.PI) % (2 * Math.PI);
  return [0, 1].map((half) => ({
    kind: "arc",
    layer: "dimensions",
    center,
    radius,
    start: from + (half * sweep) / 2,
    end: from + ((half + 1) * sweep) / 2,
  }));
}
