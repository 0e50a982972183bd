import type { Point } from "../geometry/point.ts";
import { type Furniture, type Plan, planVersion, type Wall } from "./plan.ts";

/**
 * Returns the JSON text of a plan, which `parsePlan` reads. `shown` holds computed values for other
 * programs; `parsePlan` ignores it.
 */
export function serializePlan(plan: Plan, shown?: object): string {
  const { name, units, rooms, joins } = plan;
  const file = {
    version: planVersion,
    name,
    units,
    rooms: rooms.map((room) => ({
      ...room,
      raw: { ...room.raw, furniture: room.raw.furniture?.map(furnitureToFile) },
      walls: room.walls.map(wallToFile),
    })),
    joins,
    shown,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function wallToFile({ raw, ...wall }: Wall) {
  return { ...wall, raw: { ...raw, points: raw.points.map(toPair) } };
}

function furnitureToFile({ center, ...furniture }: Furniture) {
  return { ...furniture, center: toPair(center) };
}

const toPair = ({ x, y }: Point) => [x, y];
