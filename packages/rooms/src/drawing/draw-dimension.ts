import { add, direction, distance, left, type Point, scale } from "../geometry/point.ts";
import type { Shape } from "./drawing.ts";

/**
 * Returns a dimension line with its text, extension lines and ticks beside the way from `a` to `b`,
 * `beside` meters in the direction `aside`. `textHeight` is in meters; all other sizes follow from
 * it.
 */
export function drawDimension(
  [a, b]: readonly [Point, Point],
  text: string,
  { aside, beside, textHeight }: { aside: Point; beside: number; textHeight: number },
): Shape[] {
  const layer = "dimensions";
  const ahead = direction(a, b);
  const shifted = (point: Point, by: number) => add(point, scale(aside, by));
  const [from, to] = [shifted(a, beside), shifted(b, beside)];
  const tick = scale(add(ahead, left(ahead)), textHeight * 0.4);
  const ends = [from, to].flatMap((end): Shape[] => [
    { kind: "line", layer, from: add(end, scale(tick, -1)), to: add(end, tick) },
  ]);
  const extensions = [a, b].map(
    (end): Shape => ({
      kind: "line",
      layer,
      from: shifted(end, Math.min(textHeight * 0.4, beside)),
      to: shifted(end, beside + textHeight * 0.4),
    }),
  );
  // A short dimension has its text further out, where neighbors leave room for it.
  const short = distance(a, b) < textHeight * 0.6 * text.length;
  const middle = scale(add(from, to), 0.5);
  return [
    { kind: "line", layer, from, to },
    ...ends,
    ...extensions,
    {
      kind: "text",
      layer,
      middle: shifted(middle, textHeight * (short ? 1.1 : 0.85)),
      height: textHeight,
      angle: readableAngle(ahead),
      text,
    },
  ];
}

/**
 * Returns the angle of a text along a direction, so that it is read from below or from the right.
 */
function readableAngle({ x, y }: Point): number {
  const angle = Math.atan2(y, x);
  if (angle > Math.PI / 2 + 1e-6) return angle - Math.PI;
  return angle <= -Math.PI / 2 + 1e-6 ? angle + Math.PI : angle;
}
