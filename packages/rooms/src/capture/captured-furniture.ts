import type { Furniture } from "../model/plan.ts";
import { isRecord, isSurface, type Surface } from "./captured-surfaces.ts";
import { toFloor } from "./position.ts";

/** The sizes of furniture that a plan can hold, in meters. Others are errors of the device. */
const sizes = { min: 0.01, max: 100 };
/** The distance from the origin within which a plan can hold furniture, in meters. */
const maxDistance = 1000;

/**
 * Reads the list `objects` of a captured room. `level` is the height of the floor. An object stands
 * upright, and its front is along the first axis of its frame. Leaves out objects of an unknown
 * form.
 */
export function readFurniture(objects: unknown, level: number): Furniture[] {
  if (!Array.isArray(objects)) return [];
  return objects.flatMap((object: unknown) => {
    const kind = isRecord(object) ? readKind(object.category) : undefined;
    const furniture = kind && isSurface(object) ? toFurniture(kind, object, level) : undefined;
    return furniture && isPossible(furniture) ? [furniture] : [];
  });
}

/**
 * Returns the kind of an object in words. `JSONEncoder` writes a case of an enumeration as an
 * object with its name as the only key, such as `{"washerDryer": {}}`.
 */
function readKind(category: unknown): string | undefined {
  const [name] = isRecord(category) ? Object.keys(category) : [];
  return name && /^[A-Za-z]{1,40}$/.test(name)
    ? name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
    : undefined;
}

function toFurniture(kind: string, { dimensions, transform }: Surface, level: number): Furniture {
  const [width = 0, height = 0, depth = 0] = dimensions;
  const [x = 0, y = 0, z = 0] = transform.slice(12);
  const front = toFloor({ x: transform[0]!, y: 0, z: transform[2]! });
  const elevation = Math.max(0, y - height / 2 - level);
  const angle = Math.atan2(front.y, front.x);
  return { kind, center: toFloor({ x, y, z }), width, depth, height, elevation, angle };
}

function isPossible({ center, width, depth, height, elevation }: Furniture): boolean {
  return (
    [width, depth, height].every((size) => size >= sizes.min && size <= sizes.max) &&
    elevation <= sizes.max / 2 &&
    Math.max(Math.abs(center.x), Math.abs(center.y)) <= maxDistance
  );
}
