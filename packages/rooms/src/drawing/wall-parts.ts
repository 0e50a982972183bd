import type { SettledRoom } from "../closing/settle-room.ts";
import { direction, left, type Point, pointAlong, scale } from "../geometry/point.ts";
import { offsetSides, type Segment, signedArea } from "../geometry/polygon.ts";
import type { Opening, Wall } from "../model/plan.ts";

/** A part of a wall between its corners and openings, as seen from above. */
export type WallPart = {
  inner: Segment;
  outer: Segment;
  /** The hole in this part; undefined where the wall is whole. */
  opening: Opening | undefined;
};

export type PartedWall = {
  wall: Wall;
  length: number;
  /** The unit direction out of the room. */
  outward: Point;
  /** In the order of the wall. */
  parts: WallPart[];
};

/**
 * Divides the walls of a room at the edges of their openings. Thinner walls get the thickness
 * `minThickness`, in meters.
 */
export function partWalls(
  { corners, walls }: Pick<SettledRoom, "corners" | "walls">,
  minThickness = 0,
): PartedWall[] {
  const thicknesses = walls.map(({ wall }) => Math.max(wall.thickness, minThickness));
  const outerFaces = offsetSides(corners, thicknesses);
  const side = signedArea(corners) >= 0 ? -1 : 1;
  return walls.map(({ wall, length }, index) => {
    const [a, b] = [corners[index]!, corners[(index + 1) % corners.length]!];
    const outerFace = outerFaces[index]!;
    const inner = (along: number) => (along === length ? b : pointAlong(a, b, along));
    const outer = (along: number) => {
      if (along === 0) return outerFace.from;
      if (along === length) return outerFace.to;
      return pointAlong(a, b, along, side * thicknesses[index]!);
    };
    const parts = listStretches(wall.openings, length).map(({ from, to, opening }) => ({
      inner: { from: inner(from), to: inner(to) },
      outer: { from: outer(from), to: outer(to) },
      opening,
    }));
    return { wall, length, outward: scale(left(direction(a, b)), side), parts };
  });
}

type Stretch = { from: number; to: number; opening: Opening | undefined };

/** The shortest part of a wall in meters. Shorter ones come from rounding errors. */
const minPartLength = 1e-6;

function listStretches(openings: readonly Opening[], length: number): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const opening of [...openings].sort((a, b) => a.offset - b.offset)) {
    const from = Math.max(end, Math.min(opening.offset, length - opening.width));
    const to = Math.min(from + opening.width, length);
    stretches.push({ from: end, to: from, opening: undefined }, { from, to, opening });
    end = to;
  }
  stretches.push({ from: end, to: length, opening: undefined });
  return stretches.filter(({ from, to }) => to - from > minPartLength);
}
