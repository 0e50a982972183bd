import type { SettledRoom } from "../closing/settle-room.ts";
import type { Join } from "../model/plan.ts";
import { drawOpening } from "./draw-opening.ts";
import type { Shape } from "./drawing.ts";
import { type PartedWall, partWalls } from "./wall-parts.ts";

/**
 * Tells whether a room draws an opening. A joined door belongs to two rooms, and only the room at
 * the start of the join draws it.
 */
export const drawsOpening = (joins: readonly Join[], room: string, opening: string): boolean =>
  !joins.some(({ to }) => to.room === room && to.opening === opening);

/** Returns the walls of a room with its doors, windows and openings. */
export function drawWalls(room: SettledRoom, joins: readonly Join[]): Shape[] {
  return partWalls(room).flatMap((wall) =>
    wall.parts.flatMap((part): Shape[] => {
      const { inner, outer, opening } = part;
      if (opening) {
        const isDrawn = drawsOpening(joins, room.room.id, opening.id);
        return isDrawn ? drawOpening(part, opening, wall.outward) : [];
      }
      const corners = [inner.from, inner.to, outer.to, outer.from];
      const faces = wall.wall.thickness > 0 ? [inner, outer] : [inner];
      return [
        ...(wall.wall.thickness > 0 ? [{ kind: "area", layer: "walls", corners } as const] : []),
        ...faces.map((face): Shape => ({ kind: "line", layer: "walls", ...face })),
        ...drawJambs(wall, part),
      ];
    }),
  );
}

/** Returns the lines across a wall at the ends of a part that are next to an opening. */
function drawJambs({ parts, wall }: PartedWall, part: PartedWall["parts"][number]): Shape[] {
  if (wall.thickness === 0) return [];
  const index = parts.indexOf(part);
  return (["from", "to"] as const).flatMap((end): Shape[] =>
    parts[end === "from" ? index - 1 : index + 1]
      ? [{ kind: "line", layer: "walls", from: part.inner[end], to: part.outer[end] }]
      : [],
  );
}
