import type { Point } from "../geometry/point.ts";
import type { Furniture } from "../model/plan.ts";

/** A piece of furniture as it is shown: its kind, and the corners of its outline in order. */
export type SettledFurniture = { kind: string; corners: Point[] };

/** Returns the outlines of furniture as seen from above. */
export function outlineFurniture(furniture: readonly Furniture[]): SettledFurniture[] {
  return furniture.map(({ kind, center, width, depth, angle }) => {
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const corners = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([right = 0, up = 0]) => {
      const [x, y] = [(right * width) / 2, (up * depth) / 2];
      return { x: center.x + x * cosine - y * sine, y: center.y + x * sine + y * cosine };
    });
    return { kind, corners };
  });
}
