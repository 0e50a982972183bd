import type { Curl } from "../geometry/curl.ts";
import { evaluateCurve } from "../geometry/curve.ts";
import { applyHomography, findHomography } from "../geometry/homography.ts";
import { frameQuad } from "../geometry/polygon.ts";
import type { Point, Quad } from "../quad.ts";
import type { CurledScene } from "./draw-curled.ts";

const count = 30;
const square = frameQuad({ width: 1, height: 1 });

/**
 * Returns how far lines of text are off straight lines on the rectified page, at most, as a part of
 * the height of the page.
 */
export function measureBentLines({ place }: CurledScene, outline: Quad | Curl): number {
  const toPage = findFlattening(outline);
  const parts = Array.from({ length: count + 1 }, (_, index) => index / count);
  const offs = parts.slice(1, -1).flatMap((down) => {
    const line = parts.map((across) => toPage(place(across, down)));
    const [from, to] = [line[1]!, line[count - 1]!];
    const slope = (to.y - from.y) / (to.x - from.x);
    return line.slice(1, -1).map(({ x, y }) => Math.abs(y - from.y - slope * (x - from.x)));
  });
  return Math.max(...offs);
}

/**
 * Returns what maps points of the picture to parts of the width and height of the page: the way
 * back of `rectify`.
 */
function findFlattening(outline: Quad | Curl): (point: Point) => Point {
  const corners = "bent" in outline ? outline.corners : outline;
  const toSquare = findHomography(corners, square)!;
  return (point) => {
    const { x, y } = applyHomography(toSquare, point);
    if (!("bent" in outline)) return { x, y };
    const isUpright = outline.bent === "top and bottom";
    const [from, to] = outline.curves.map((curve) => evaluateCurve(curve, isUpright ? x : y)) as [
      number,
      number,
    ];
    return isUpright ? { x, y: (y - from) / (to - from) } : { x: (x - from) / (to - from), y };
  };
}
