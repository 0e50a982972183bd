import { nameWall, type Room } from "@scanhook/rooms";

/** A typed wall: its length in meters, and the turn to the left at its end in degrees. */
export type TypedWall = { length: number | undefined; turn: number };

/** Four walls without a length. */
export const rectangle: TypedWall[] = Array.from({ length: 4 }, () => ({
  length: undefined,
  turn: 90,
}));

/** The six walls of an L-shaped room without a length. */
export const lShape: TypedWall[] = [90, 90, -90, 90, 90, 90].map((turn) => ({
  length: undefined,
  turn,
}));

/** The length of walls for which none was typed, in meters, before the room is closed. */
const defaultLength = 3;

/**
 * Makes a room of its walls, counterclockwise as seen from above. Missing lengths are chosen so
 * that the room closes, if it can. The raw points are a sketch with the typed turns, also where
 * typed lengths do not close; these are confirmed.
 */
export function makeTypedRoom(
  walls: readonly TypedWall[],
  {
    id,
    name,
    height,
    thickness,
  }: Pick<Room, "id" | "name"> & {
    height: number | undefined;
    thickness: number;
  },
): Room {
  const lengths = sketchLengths(walls);
  const corners: { x: number; y: number }[] = [];
  let [x, y, degrees] = [0, 0, 0];
  for (const [index, { turn }] of walls.entries()) {
    corners.push({ x, y });
    const angle = (degrees * Math.PI) / 180;
    x += lengths[index]! * Math.cos(angle);
    y += lengths[index]! * Math.sin(angle);
    degrees += turn;
  }
  return {
    id,
    name,
    raw: {},
    confirmed: height === undefined ? {} : { height },
    walls: walls.map(({ length }, index) => ({
      id: nameWall(index),
      raw: { source: "sketch", points: [corners[index]!, corners[(index + 1) % corners.length]!] },
      confirmed: length === undefined ? {} : { length },
      thickness,
      openings: [],
    })),
  };
}

/**
 * Returns a length for each wall, in meters, so that the last wall ends where the first one begins.
 * Missing lengths differ as little as possible from `defaultLength`. Typed lengths change only if
 * the walls do not close without it.
 */
function sketchLengths(walls: readonly TypedWall[]): number[] {
  const lengths = walls.map(({ length }) => length ?? defaultLength);
  const directions = listDirections(walls);
  const isFree = walls.map(({ length }) => length === undefined);
  return closeGap(
    closeGap(lengths, directions, isFree),
    directions,
    walls.map(() => true),
  );
}

function listDirections(walls: readonly TypedWall[]): { x: number; y: number }[] {
  let degrees = 0;
  return walls.map(({ turn }) => {
    const angle = (degrees * Math.PI) / 180;
    degrees += turn;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
}

/** The shortest wall of a sketch, in meters. */
const minLength = 0.1;

/** Returns lengths with the smallest change of the free ones that closes the walls. */
function closeGap(
  lengths: readonly number[],
  directions: readonly { x: number; y: number }[],
  isFree: readonly boolean[],
): number[] {
  let [gapX, gapY] = [0, 0];
  // The smallest change d of the free lengths with D d = gap is Dᵀ (D Dᵀ)⁻¹ gap. The 1e-9 on the
  // diagonal make D Dᵀ invertible if all free walls are parallel.
  let [xx, xy, yy] = [1e-9, 0, 1e-9];
  for (const [index, { x, y }] of directions.entries()) {
    gapX -= lengths[index]! * x;
    gapY -= lengths[index]! * y;
    if (!isFree[index]) continue;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const determinant = xx * yy - xy * xy;
  const [a, b] = [(yy * gapX - xy * gapY) / determinant, (xx * gapY - xy * gapX) / determinant];
  return lengths.map((length, index) => {
    const { x, y } = directions[index]!;
    return isFree[index] ? Math.max(minLength, length + a * x + b * y) : length;
  });
}
