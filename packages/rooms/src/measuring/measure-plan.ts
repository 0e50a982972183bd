import type { SettledRoom } from "../closing/settle-room.ts";
import { offsetPolygon, perimeter, signedArea } from "../geometry/polygon.ts";
import type { Join } from "../model/plan.ts";
import type { SettledPlan } from "../settle-plan.ts";
import { findPlanNotes } from "./find-plan-notes.ts";
import type { PlanNote } from "./plan-note.ts";

/** The shown values of a room. Lengths are meters, areas square meters. */
export type RoomMeasures = {
  id: string;
  name: string;
  /** The floor within the inner faces of the walls. */
  innerArea: number;
  /** The area with the walls. A wall with a join to another room counts with half its thickness. */
  grossArea: number;
  /** The sum of the lengths of the inner faces. */
  perimeter: number;
  height?: number | undefined;
  /**
   * The gap after a walk along the walls as they were measured; missing if they close by
   * construction.
   */
  closingError?: number | undefined;
  /** Whether the area is a guess, because the length of a wall is only as sketched. */
  isGuessed: boolean;
  walls: WallMeasures[];
};

export type WallMeasures = {
  id: string;
  length: number;
  thickness: number;
  /** The root mean square of the distances of the measured points from the shown wall. */
  residual: number;
  /** The shown length minus the confirmed length; missing without a confirmed length. */
  lengthResidual?: number | undefined;
  /** Whether the length is only as sketched. */
  isGuessed: boolean;
};

/** The shown values of a plan. The areas are the sums over all rooms. */
export type PlanMeasures = {
  innerArea: number;
  grossArea: number;
  /** Whether the area of a room is a guess. */
  isGuessed: boolean;
  rooms: RoomMeasures[];
  /** The largest error of a join that closes a loop of rooms, in meters; missing without joins. */
  joinError?: number | undefined;
  /** The things that are wrong or not known. `describePlanNote` makes a sentence of each. */
  notes: PlanNote[];
};

/** Computes the areas, lengths and residuals of a settled plan. */
export function measurePlan(settled: SettledPlan): PlanMeasures {
  const { plan, rooms, joinErrors } = settled;
  const measures = rooms.map((room) => measureRoom(room, plan.joins));
  const sum = (pick: (room: RoomMeasures) => number) =>
    measures.reduce((total, room) => total + pick(room), 0);
  return {
    innerArea: sum(({ innerArea }) => innerArea),
    grossArea: sum(({ grossArea }) => grossArea),
    isGuessed: measures.some(({ isGuessed }) => isGuessed),
    rooms: measures,
    joinError: joinErrors.length > 0 ? Math.max(...joinErrors) : undefined,
    notes: findPlanNotes(settled),
  };
}

function measureRoom(
  { room, corners, walls, height, closingError }: SettledRoom,
  joins: readonly Join[],
): RoomMeasures {
  const countedThicknesses = walls.map(({ wall }) => {
    const isJoined = wall.openings.some(({ id }) =>
      joins.some((join) =>
        [join.from, join.to].some((end) => end.room === room.id && end.opening === id),
      ),
    );
    return isJoined ? wall.thickness / 2 : wall.thickness;
  });
  return {
    id: room.id,
    name: room.name,
    innerArea: Math.abs(signedArea(corners)),
    grossArea: Math.abs(signedArea(offsetPolygon(corners, countedThicknesses))),
    perimeter: perimeter(corners),
    height,
    closingError,
    isGuessed: walls.some(({ isGuessed }) => isGuessed),
    walls: walls.map(({ wall, length, residual, lengthResidual, isGuessed }) => ({
      id: wall.id,
      length,
      thickness: wall.thickness,
      residual,
      lengthResidual,
      isGuessed,
    })),
  };
}
