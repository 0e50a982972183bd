import type { SettledRoom } from "../closing/settle-room.ts";
import { add, direction, left, pointAlong, scale } from "../geometry/point.ts";
import { isWithin, offsetPolygon, polygonsMeet, signedArea } from "../geometry/polygon.ts";
import type { Join } from "../model/plan.ts";
import type { SettledPlan } from "../settle-plan.ts";
import type { PlanNote } from "./plan-note.ts";

/** The width, in meters, of an overlap of rooms that may come from errors of measuring. */
const maxOverlap = 0.05;
/** The gap of joined doors, in meters, that may come from errors of measuring. */
const maxGap = 0.05;

/**
 * Returns what is wrong or not known in a plan: lengths that contradict the others, walls of
 * unknown length, rooms that lie over each other or have no place, and doors that miss each other
 * or join nothing.
 */
export function findPlanNotes({ plan, rooms, joinErrors }: SettledPlan): PlanNote[] {
  const nameOf = (id: string) => plan.rooms.find((room) => room.id === id)?.name ?? id;
  const apart = plan.joins.flatMap(({ from, to }, index): PlanNote[] => {
    const gap = joinErrors[index]!;
    const names: [string, string] = [nameOf(from.room), nameOf(to.room)];
    return gap > maxGap ? [{ kind: "doorsApart", rooms: names, gap }] : [];
  });
  return [
    ...rooms.flatMap(findWrongLengths),
    ...rooms.flatMap(findGuessedWalls),
    ...findOverlaps(rooms),
    ...apart,
    ...findUnjoined(rooms, plan.joins),
  ];
}

function findWrongLengths({ room, walls }: SettledRoom): PlanNote[] {
  return walls.flatMap(({ wall, expectedLength: expected }): PlanNote[] => {
    const { length: confirmed } = wall.confirmed;
    if (expected === undefined || confirmed === undefined) return [];
    const isScanned = wall.raw.source !== "sketch";
    return [
      { kind: "wrongLength", room: room.name, wall: wall.id, confirmed, expected, isScanned },
    ];
  });
}

function findGuessedWalls({ room, walls }: SettledRoom): PlanNote[] {
  const guessed = walls.filter(({ isGuessed }) => isGuessed).map(({ wall }) => wall.id);
  return guessed.length > 0 ? [{ kind: "guessedWalls", room: room.name, walls: guessed }] : [];
}

function findOverlaps(rooms: readonly SettledRoom[]): PlanNote[] {
  const cores = rooms.map(({ corners }) =>
    offsetPolygon(
      corners,
      corners.map(() => -maxOverlap / 2),
    ),
  );
  return rooms.flatMap((a, first) =>
    rooms.slice(first + 1).flatMap((b, index): PlanNote[] => {
      const isOver = polygonsMeet(cores[first]!, cores[first + 1 + index]!);
      return isOver ? [{ kind: "roomsOverlap", rooms: [a.room.name, b.room.name] }] : [];
    }),
  );
}

/** Returns the notes about rooms without a join, and doors without one. */
function findUnjoined(rooms: readonly SettledRoom[], joins: readonly Join[]): PlanNote[] {
  if (rooms.length < 2) return [];
  const ends = joins.flatMap(({ from, to }) => [from, to]);
  const unjoined = rooms.filter(({ room }) => !ends.some((end) => end.room === room.id));
  // If no room is joined, the first one is in its place.
  const apart = unjoined.length === rooms.length ? unjoined.slice(1) : unjoined;
  const doors = rooms
    .flatMap((room) => listDoors(room, rooms))
    .filter(
      ({ door }) => !ends.some((end) => end.room === door.room.id && end.opening === door.opening),
    );
  const open = doors.filter(({ other }) => !other);
  return [
    ...apart.map(({ room }): PlanNote => ({ kind: "roomApart", room: room.name })),
    ...doors.flatMap(({ door: { room, opening }, other }): PlanNote[] =>
      other ? [{ kind: "doorInto", room: room.name, opening, other: other.room.name }] : [],
    ),
    ...(open.length > 0
      ? [
          {
            kind: "openDoors" as const,
            doors: open.map(({ door }) => ({ room: door.room.name, opening: door.opening })),
          },
        ]
      : []),
  ];
}

/** How far beyond the outer face of a wall a door is asked where it leads, in meters. */
const stepThrough = 0.3;

/** Returns the doors and passages of a room, each with the room that lies behind it. */
function listDoors({ room, corners, walls }: SettledRoom, rooms: readonly SettledRoom[]) {
  const side = signedArea(corners) >= 0 ? -1 : 1;
  return walls.flatMap(({ wall, length }, index) => {
    const [a, b] = [corners[index]!, corners[(index + 1) % corners.length]!];
    const outward = scale(left(direction(a, b)), side);
    return wall.openings
      .filter(({ kind }) => kind !== "window")
      .map(({ id, offset, width }) => {
        const along = Math.min(offset, length - width) + width / 2;
        const behind = add(pointAlong(a, b, along), scale(outward, wall.thickness + stepThrough));
        const other = rooms.find(
          (each) => each.room.id !== room.id && isWithin(each.corners, behind),
        );
        return { door: { room, opening: id }, other };
      });
  });
}
