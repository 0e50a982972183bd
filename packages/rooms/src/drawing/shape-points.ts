import type { Point } from "../geometry/point.ts";
import type { Shape } from "./drawing.ts";
import { outlineBlock } from "./text-block.ts";

/** Returns points whose bounds are those of a shape; those of the whole circle for an arc. */
export function pointsOf(shape: Shape): readonly Point[] {
  switch (shape.kind) {
    case "area":
      return shape.corners;
    case "line":
      return [shape.from, shape.to];
    case "arc": {
      const { center, radius } = shape;
      return [-radius, radius].map((by) => ({ x: center.x + by, y: center.y + by }));
    }
    case "text":
      return outlineBlock({ ...shape, lines: [shape.text] });
    case "dimension":
      return [
        ...shape.lines.flatMap(({ from, to }) => [from, to]),
        ...outlineBlock({ ...shape.text, lines: [shape.text.text] }),
      ];
  }
}
