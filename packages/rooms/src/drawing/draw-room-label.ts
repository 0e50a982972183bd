import { add, distance, type Point, scale } from "../geometry/point.ts";
import { distanceToSides, isWithin, polygonsMeet } from "../geometry/polygon.ts";
import type { Shape } from "./drawing.ts";
import { boundsOf, type FreeSpace } from "./free-space.ts";
import { drawBlock, fontSize, measureBlock, outlineBlock, type TextBlock } from "./text-block.ts";
import { breakLines } from "./text-width.ts";

/** The number of points that are tried along each axis of a room. */
const gridSize = 24;
/** The heights that are tried, as multiples of that of other texts. */
const heights = [1.1, 0.9, 0.72];
/** The widths of lines that are tried, as multiples of the width of the room. */
const widths = [0.95, 0.7, 0.5];
/** The directions and the number of distances that are tried for a label beside its room. */
const outerDirections = 16;
const outerSteps = 40;
/** The cost of crossing a text or wall with the line, in heights of the text farther away. */
const costs = { crossed: 8 };

/**
 * Returns the label of a room: its name, broken into lines where it is long, and other lines below
 * it. The label stands in the room where it covers nothing, smaller if need be, else beside all
 * rooms with a line to its own. It takes its place in `space`.
 */
export function drawRoomLabel(
  corners: readonly Point[],
  { name, lines, textHeight, outlines }: RoomLabel,
  space: FreeSpace,
): Shape[] {
  const { left, right } = boundsOf(corners);
  const middles = listMiddles(corners);
  for (const factor of heights) {
    for (const share of widths) {
      const height = textHeight * factor;
      const width = ((right - left) * share) / (height * fontSize);
      const label = { lines: [...breakLines(name, width), ...lines], height, angle: 0 };
      const middle = middles.find(
        (point) => space.countCovered(outlineBlock({ ...label, middle: point })) === 0,
      );
      if (!middle) continue;
      const block = { ...label, middle };
      space.addArea(outlineBlock(block));
      return drawBlock(block, "texts");
    }
  }
  const height = textHeight * 0.9;
  const label = { lines: [...breakLines(name, 24), ...lines], height, angle: 0 };
  const isFree = (block: TextBlock) => {
    const outline = outlineBlock(block);
    return (
      !outlines.some((other) => polygonsMeet(other, outline)) && space.countCovered(outline) === 0
    );
  };
  const from = middles[0] ?? corners[0]!;
  const free = listPlacesBeside(from, label).filter(isFree);
  const costOf = (block: TextBlock) =>
    space.countCrossed({ from, to: findNearEdge(block, from) }).areas * costs.crossed +
    distance(block.middle, from) / height;
  const block = free.reduce<TextBlock | undefined>(
    (best, each) => (best && costOf(best) <= costOf(each) ? best : each),
    undefined,
  ) ?? { ...label, middle: from };
  const to = findNearEdge(block, from);
  space.addArea(outlineBlock(block));
  space.addLine({ from, to });
  return [{ kind: "line", layer: "dimensions", from, to }, ...drawBlock(block, "texts")];
}

type RoomLabel = {
  name: string;
  lines: readonly string[];
  textHeight: number;
  /** The outlines of all rooms. */
  outlines: readonly (readonly Point[])[];
};

/** Returns points within a room on a grid, those farthest from all walls first. */
function listMiddles(corners: readonly Point[]): Point[] {
  const { left, right, bottom, top } = boundsOf(corners);
  const cells = Array.from({ length: gridSize }, (_, cell) => (cell + 0.5) / gridSize);
  return cells
    .flatMap((column) =>
      cells.map((row) => ({ x: left + (right - left) * column, y: bottom + (top - bottom) * row })),
    )
    .filter((point) => isWithin(corners, point))
    .map((point) => ({ point, space: distanceToSides(corners, point) }))
    .toSorted((a, b) => b.space - a.space)
    .map(({ point }) => point);
}

function listPlacesBeside(from: Point, label: Omit<TextBlock, "middle">): TextBlock[] {
  return Array.from({ length: outerSteps }, (_, step) => step + 1).flatMap((step) =>
    Array.from({ length: outerDirections }, (_, index) => {
      const angle = (index * 2 * Math.PI) / outerDirections;
      const away = scale({ x: Math.cos(angle), y: Math.sin(angle) }, step * label.height * 2);
      return { ...label, middle: add(from, away) };
    }),
  );
}

/** Returns the point of the upper, lower, left or right edge of a block that faces a point. */
function findNearEdge(block: TextBlock, from: Point): Point {
  const half = measureBlock(block);
  const { x, y } = block.middle;
  return Math.abs(x - from.x) > half.x
    ? { x: x - Math.sign(x - from.x) * half.x, y }
    : { x, y: y - Math.sign(y - from.y) * half.y };
}
