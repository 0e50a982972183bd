import type { Point, Quad } from "../quad.ts";
import type { PageSize } from "./page-size.ts";

/**
 * Returns the effective resolution of a page in dots per inch: that of the side with the fewest
 * pixels to a millimeter, which is the farthest from the camera.
 */
export function measureResolution([a, b, c, d]: Quad, { width, height }: PageSize): number {
  const perMillimeter = (from: Point, to: Point, size: number) =>
    Math.hypot(to.x - from.x, to.y - from.y) / size;
  return (
    25.4 *
    Math.min(
      perMillimeter(a, b, width),
      perMillimeter(d, c, width),
      perMillimeter(a, d, height),
      perMillimeter(b, c, height),
    )
  );
}
