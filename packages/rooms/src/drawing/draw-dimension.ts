import { add, direction, distance, left, type Point, scale } from "../geometry/point.ts";
import type { Shape } from "./drawing.ts";

/**
 * Returns a dimension line with its text, extension lines and ticks, parallel to the segment from
 * `a` to `b` and `offset` meters beside it in the direction `side`. `textHeight` is in meters; all
 * other sizes are multiples of it.
 */
export function drawDimension(
  [a, b]: readonly [Point, Point],
  text: string,
  { side, offset, textHeight }: { side: Point; offset: number; textHeight: number },
): Shape[] {
  const layer = "dimensions";
  const ahead = direction(a, b);
  const shifted = (point: Point, meters: number) => add(point, scale(side, meters));
  const [from, to] = [shifted(a, offset), shifted(b, offset)];
  const tick = scale(add(ahead, left(ahead)), textHeight * 0.4);
  const ends = [from, to].flatMap((end): Shape[] => [
    { kind: "line", layer, from: add(end, scale(tick, -1)), to: add(end, tick) },
  ]);
  const extensions = [a, b].map(
    (end): Shape => ({
      kind: "line",
      layer,
      from: shifted(end, Math.min(textHeight * 0.4, offset)),
      to: shifted(end, offset + textHeight * 0.4),
    }),
  );
  // The text of a short dimension is further out, where it does not overlap those of its neighbors.
  const isShort = distance(a, b) < textHeight * 0.6 * text.length;
  const middle = scale(add(from, to), 0.5);
  return [
    { kind: "line", layer, from, to },
    ...ends,
    ...extensions,
    {
      kind: "text",
      layer,
      middle: shifted(middle, textHeight * (isShort ? 1.1 : 0.85)),
      height: textHeight,
      angle: readableAngle(ahead),
      text,
    },
  ];
}

/** A tolerance in radians, so that rounding errors do not turn upright text upside down. */
const angleTolerance = 1e-6;

/**
 * Returns the angle of a text along a direction, in radians, at which it is read from below or from
 * the right.
 */
function readableAngle({ x, y }: Point): number {
  const angle = Math.atan2(y, x);
  if (angle > Math.PI / 2 + angleTolerance) return angle - Math.PI;
  return angle <= -Math.PI / 2 + angleTolerance ? angle + Math.PI : angle;
}
