import { formatLength } from "../lengths/format-length.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";

/** A thing that is wrong or not known in a plan that can be drawn. It names rooms and walls. */
export type PlanNote =
  /** Lengths in meters. `isScanned` tells whether a device measured the expected one. */
  | {
      kind: "wrongLength";
      room: string;
      wall: string;
      confirmed: number;
      expected: number;
      isScanned: boolean;
    }
  | { kind: "guessedWalls"; room: string; walls: string[] }
  | { kind: "roomsOverlap"; rooms: [string, string] }
  | { kind: "roomApart"; room: string }
  /** `gap` is in meters. */
  | { kind: "doorsApart"; rooms: [string, string]; gap: number }
  | { kind: "doorInto"; room: string; opening: string; other: string }
  | { kind: "openDoors"; doors: { room: string; opening: string }[] };

/** Tells whether a drawing has a note. Doors that lead outdoors are no news on paper. */
export const isDrawn = ({ kind }: PlanNote): boolean => kind !== "openDoors";

/** Returns one or two sentences that say what is wrong or not known, and what to do. */
export function describePlanNote(note: PlanNote, units: UnitSystem): string {
  switch (note.kind) {
    case "wrongLength": {
      const [confirmed, expected] = [note.confirmed, note.expected].map((meters) =>
        formatLength(meters, units),
      );
      const source = note.isScanned ? "the scan gives" : "the other lengths give";
      return `${note.room}: wall ${note.wall} is typed as ${confirmed}, but ${source} ${expected}. Measure it again.`;
    }
    case "guessedWalls":
      return `${note.room}: no measurement gives the length of ${listWalls(note.walls)}, so the area is a guess. Measure and type it.`;
    case "roomsOverlap":
      return `${note.rooms.join(" and ")} lie over each other. Join their doors, or correct their lengths.`;
    case "roomApart":
      return `${note.room} is joined to no other room. Say at one of its doors where it leads; until then it is not in its place.`;
    case "doorsApart":
      return `The joined doors of ${note.rooms.join(" and ")} are ${formatLength(note.gap, units)} apart. Correct their positions or the lengths of the walls.`;
    case "doorInto":
      return `${note.opening} of ${note.room} leads into ${note.other}, but is not joined to it. Say so at the door.`;
    case "openDoors":
      return `These lead to no other room: ${note.doors.map(({ room, opening }) => `${opening} of ${room}`).join(", ")}.`;
  }
}

function listWalls(walls: readonly string[]): string {
  if (walls.length === 1) return `wall ${walls[0]}`;
  return `walls ${walls.slice(0, -1).join(", ")} and ${walls.at(-1)}`;
}
