import type { SettledRoom } from "../closing/settle-room.ts";
import { add, direction, type Point, scale } from "../geometry/point.ts";
import { isWithin } from "../geometry/polygon.ts";
import { drawOpening } from "./draw-opening.ts";
import { createFreeSpace } from "./free-space.ts";
import { occupySpace } from "./occupy-space.ts";
import { fontSize, measureBlock, outlineBlock } from "./text-block.ts";
import { partWalls } from "./wall-parts.ts";

/** The places along a wall that are tried, from its middle, as shares of its length. */
const places = [0, 0.15, -0.15, 0.3, -0.3, 0.42, -0.42];
/** The distances from a wall that are tried, as multiples of the size of the letters. */
const distances = [0.15, 0.9, 1.8, 2.8];
/** Half the size of the space that stays free at corners, which can be dragged. */
const cornerSpace = 0.6;

/**
 * Returns the middle of the name of each wall of a room, for upright letters of `size` meters: in
 * the room, beside the middle of its wall or as near to it as the name covers no wall, no corner,
 * no opening and no other name. It is undefined where there is no such place. Walls are at least
 * `minThickness` meters thick.
 */
export function placeWallNames(
  room: SettledRoom,
  { size, minThickness }: { size: number; minThickness: number },
): (Point | undefined)[] {
  const walls = partWalls(room, minThickness);
  const space = createFreeSpace();
  for (const { parts, outward } of walls) {
    for (const part of parts) {
      const { inner, outer, opening } = part;
      space.addArea([inner.from, inner.to, outer.to, outer.from]);
      if (!opening) continue;
      for (const shape of drawOpening(part, opening, outward)) occupySpace(space, shape);
    }
  }
  for (const { x, y } of room.corners) {
    const by = cornerSpace * size;
    const around = [
      [-by, -by],
      [by, -by],
      [by, by],
      [-by, by],
    ] as const;
    space.addArea(around.map(([right, up]) => ({ x: x + right, y: y + up })));
  }
  return walls.map(({ wall, outward, length }, index) => {
    const [a, b] = [room.corners[index]!, room.corners[(index + 1) % room.corners.length]!];
    const block = { lines: [wall.id], height: size / fontSize, angle: 0 };
    const half = measureBlock(block);
    const depth = Math.abs(outward.x) * half.x + Math.abs(outward.y) * half.y;
    const candidates = distances.flatMap((distance) =>
      places.map((place) => {
        const beside = add(scale(add(a, b), 0.5), scale(direction(a, b), place * length));
        return add(beside, scale(outward, -depth - distance * size));
      }),
    );
    const outlineAt = (middle: Point) => outlineBlock({ ...block, middle });
    const isFree = (point: Point) =>
      isWithin(room.corners, point) && space.countCovered(outlineAt(point)) === 0;
    const middle = candidates.find(isFree);
    if (middle) space.addArea(outlineAt(middle));
    return middle;
  });
}
