import type { Point } from "../geometry/point.ts";
import type { Opening, Plan, RawWall, Room, Wall } from "../model/plan.ts";

/** Makes a room of corners, each wall measured from corner to corner. */
export function makeRoom(
  corners: readonly (readonly [number, number])[],
  {
    id = "room",
    source = "plane",
    thickness = 0.2,
    walls = {},
    ...rest
  }: {
    id?: string;
    source?: RawWall["source"];
    thickness?: number;
    walls?: Record<number, Partial<Wall>>;
    confirmed?: Room["confirmed"];
    raw?: Room["raw"];
  } = {},
): Room {
  const point = (index: number): Point => {
    const [x, y] = corners[index % corners.length]!;
    return { x, y };
  };
  return {
    id,
    name: id,
    raw: {},
    confirmed: {},
    ...rest,
    walls: corners.map((_, index) => ({
      id: `w${index + 1}`,
      raw: { source, points: [point(index), point(index + 1)] },
      confirmed: {},
      thickness,
      openings: [],
      ...walls[index],
    })),
  };
}

export function makePlan(rooms: Room[], joins: Plan["joins"] = []): Plan {
  return { name: "Home", units: "metric", rooms, joins };
}

export function makeOpening(id: string, changes: Partial<Opening> = {}): Opening {
  return {
    id,
    kind: "door",
    offset: 1,
    width: 0.9,
    height: 2,
    sill: 0,
    hinge: "start",
    swing: "in",
    ...changes,
  };
}
