import type { Capture } from "./capture-to-room.ts";
import { readFurniture } from "./captured-furniture.ts";
import { isRecord, readSurfaces, type Surface } from "./captured-surfaces.ts";
import { type DevicePlane, findInPlanes } from "./device-planes.ts";
import type { Position } from "./position.ts";

/** The lists of surfaces in a captured room, with the labels of the planes that they become. */
const lists = { walls: "wall", doors: "door", windows: "window", openings: "opening" } as const;

/**
 * Reads a room that RoomPlan of iOS captured, as `JSONEncoder` writes its `CapturedRoom`: meters, y
 * up, each transform as its columns one after the other. Walls count as planes of the device, and
 * curved walls as straight. The height of the floor is the median of the lower edges of the walls,
 * because RoomPlan guesses the floor. Surfaces and furniture of an unknown form are left out.
 * Returns undefined if the text is no captured room, or one without walls.
 */
export function parseCapturedRoom(text: string): Capture | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || !Array.isArray(value.walls)) return undefined;
  const planes = Object.entries(lists).flatMap(([list, label]) =>
    readSurfaces(value[list]).map(
      (surface): DevicePlane => ({ label, outline: toOutline(surface) }),
    ),
  );
  const walls = planes.filter(({ label }) => label === "wall");
  const level = median(walls.map(({ outline }) => Math.min(...outline.map(({ y }) => y))));
  const top = median(walls.map(({ outline }) => Math.max(...outline.map(({ y }) => y))));
  if (level === undefined || top === undefined) return undefined;
  const { walls: found, openings } = findInPlanes(planes, level);
  const furniture = readFurniture(value.objects, level);
  return { walls: found, openings, height: top - level, furniture };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toOutline({ dimensions: [width = 0, height = 0], transform: m }: Surface): Position[] {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right = 0, up = 0]) => {
    const [x, y] = [(right * width) / 2, (up * height) / 2];
    return {
      x: m[0]! * x + m[4]! * y + m[12]!,
      y: m[1]! * x + m[5]! * y + m[13]!,
      z: m[2]! * x + m[6]! * y + m[14]!,
    };
  });
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
