import { type Plan, planVersion, type Wall } from "./plan.ts";

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
    rooms: rooms.map((room) => ({ ...room, walls: room.walls.map(toFile) })),
    joins,
    shown,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function toFile({ raw, ...wall }: Wall) {
  return { ...wall, raw: { ...raw, points: raw.points.map(({ x, y }) => [x, y]) } };
}
