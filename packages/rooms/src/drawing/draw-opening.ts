import { add, direction, distance, type Point, scale } from "../geometry/point.ts";
import type { Segment } from "../geometry/polygon.ts";
import type { Opening } from "../model/plan.ts";
import type { Layer, Shape } from "./drawing.ts";
import type { WallPart } from "./wall-parts.ts";

/** The layer on which each kind of opening is drawn. */
const openingLayers: Record<Opening["kind"], Layer> = {
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
  const [pivot, closed] = hinge === "start" ? [edge.from, edge.to] : [edge.to, edge.from];
  const width = distance(pivot, closed);
  const ahead = scale(outward, swing === "out" ? 1 : -1);
  const open = add(pivot, scale(ahead, width));
  const toClosed = angleOf(direction(pivot, closed));
  const toOpen = angleOf(ahead);
  // An arc is drawn counterclockwise, which opens or closes the door depending on the hinge.
  const opensCounterclockwise = Math.sin(toOpen - toClosed) > 0;
  const [start, end] = opensCounterclockwise ? [toClosed, toOpen] : [toOpen, toClosed];
  return [
    { kind: "line", layer: "doors", from: pivot, to: open },
    { kind: "arc", layer: "doors", center: pivot, radius: width, start, end },
  ];
}

const angleOf = ({ x, y }: Point) => Math.atan2(y, x);

function middleOf(a: Segment, b: Segment): Segment {
  return { from: scale(add(a.from, b.from), 0.5), to: scale(add(a.to, b.to), 0.5) };
}
