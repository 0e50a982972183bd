import { add, direction, distance, type Point, scale } from "../geometry/point.ts";
import type { Segment } from "../geometry/polygon.ts";
import type { Opening } from "../model/plan.ts";
import type { Layer, Shape } from "./drawing.ts";
import type { WallPart } from "./wall-parts.ts";

/** The layer on which each kind of opening is drawn. */
export const openingLayers: Record<Opening["kind"], Layer> = {
  door: "doors",
  window: "windows",
  opening: "openings",
};

/**
 * Returns the symbol of an opening: the leaf of a door with its swing, the panes of a window, or
 * dashed lines. `outward` is the direction out of the room.
 */
export function drawOpening({ inner, outer }: WallPart, opening: Opening, outward: Point): Shape[] {
  const layer = openingLayers[opening.kind];
  switch (opening.kind) {
    case "door":
      return drawDoor(opening.swing === "in" ? inner : outer, opening, outward);
    case "window":
      return [inner, middleOf(inner, outer), outer].map((pane) => ({
        kind: "line",
        layer,
        ...pane,
      }));
    case "opening":
      return [inner, outer].map((edge) => ({ kind: "line", layer, ...edge, dashed: true }));
  }
}

function drawDoor(edge: Segment, { hinge, swing }: Opening, outward: Point): Shape[] {
  const [turn, closed] = hinge === "start" ? [edge.from, edge.to] : [edge.to, edge.from];
  const width = distance(turn, closed);
  const ahead = scale(outward, swing === "out" ? 1 : -1);
  const open = add(turn, scale(ahead, width));
  const angles = [direction(turn, closed), ahead].map(({ x, y }) => Math.atan2(y, x));
  const [toClosed, toOpen] = angles as [number, number];
  // The door turns by a quarter; which of its ends comes first counterclockwise depends on the
  // hinge.
  const opensLeft = Math.sin(toOpen - toClosed) > 0;
  const [start, end] = opensLeft ? [toClosed, toOpen] : [toOpen, toClosed];
  return [
    { kind: "line", layer: "doors", from: turn, to: open },
    { kind: "arc", layer: "doors", center: turn, radius: width, start, end },
  ];
}

function middleOf(a: Segment, b: Segment): Segment {
  return { from: scale(add(a.from, b.from), 0.5), to: scale(add(a.to, b.to), 0.5) };
}
