import type { Shape } from "./drawing.ts";
import type { FreeSpace } from "./free-space.ts";

/** The number of straight pieces that stand for an arc. */
const arcPieces = 6;

/** Takes the place of an area, line or arc in a space. */
export function occupySpace(space: FreeSpace, shape: Shape): void {
  if (shape.kind === "area") space.addArea(shape.corners);
  if (shape.kind === "line") space.addLine(shape);
  if (shape.kind === "arc") {
    const { center, radius, start, end } = shape;
    const sweep = (end - start + 2 * Math.PI) % (2 * Math.PI);
    const points = Array.from({ length: arcPieces + 1 }, (_, step) => {
      const angle = start + (sweep * step) / arcPieces;
      return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
    });
    for (const [index, to] of points.slice(1).entries())
      space.addLine({ from: points[index]!, to });
  }
}
