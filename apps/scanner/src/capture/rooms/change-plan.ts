import {
  nameWall,
  type Opening,
  type OpeningReference,
  type Plan,
  type Room,
  type Wall,
} from "@scanhook/rooms";

type Point = { x: number; y: number };

/** Returns the plan with the properties of a room replaced by those of `change`. */
export function changeRoom(plan: Plan, id: string, change: Partial<Room>): Plan {
  const rooms = plan.rooms.map((room) => (room.id === id ? { ...room, ...change } : room));
  return { ...plan, rooms };
}

/** Returns the plan with the properties of a wall replaced by those of `change`. */
export function changeWall(plan: Plan, room: Room, id: string, change: Partial<Wall>): Plan {
  const walls = room.walls.map((wall) => (wall.id === id ? { ...wall, ...change } : wall));
  return changeRoom(plan, room.id, { walls });
}

/**
 * Returns the plan with a confirmed length of a wall, in meters. If it is undefined, the length of
 * the sketch or the scan counts.
 */
export function confirmLength(plan: Plan, room: Room, id: string, length: number | undefined) {
  return changeWall(plan, room, id, { confirmed: length === undefined ? {} : { length } });
}

/** Returns the plan without a room and the joins of its doors. */
export function removeRoom(plan: Plan, id: string): Plan {
  const joins = plan.joins.filter(({ from, to }) => from.room !== id && to.room !== id);
  return { ...plan, rooms: plan.rooms.filter((room) => room.id !== id), joins };
}

/** Returns an id that no room of the plan has. */
export function freeRoomId({ rooms }: Plan): string {
  let number = rooms.length + 1;
  while (rooms.some(({ id }) => id === `room-${number}`)) number += 1;
  return `room-${number}`;
}

const openingSizes = {
  door: { width: 0.9, height: 2, sill: 0 },
  window: { width: 1.2, height: 1.2, sill: 0.9 },
  opening: { width: 1, height: 2, sill: 0 },
} satisfies Record<Opening["kind"], Partial<Opening>>;

/**
 * Returns an opening of the usual size, in the middle of the longest free part of a wall. Returns
 * undefined if all free parts are shorter than 30 cm.
 */
export function suggestOpening(
  room: Room,
  wall: Wall,
  wallLength: number,
  kind: Opening["kind"],
): Opening | undefined {
  const existing = wall.openings.toSorted((a, b) => a.offset - b.offset);
  const starts = [0, ...existing.map(({ offset, width }) => offset + width)];
  const ends = [...existing.map(({ offset }) => offset), wallLength];
  const gaps = starts.map((start, index) => ({ start, length: ends[index]! - start }));
  const gap = gaps.reduce((best, each) => (each.length > best.length ? each : best));
  const { height, sill, ...usual } = openingSizes[kind];
  const width = Math.min(usual.width, gap.length);
  if (width < 0.3) return undefined;
  const ceiling = room.confirmed.height ?? room.raw.height ?? Number.POSITIVE_INFINITY;
  return {
    id: freeOpeningId(room, kind),
    kind,
    offset: Math.round((gap.start + (gap.length - width) / 2) * 1000) / 1000,
    width,
    height: Math.min(height, ceiling - sill),
    sill,
    hinge: "start",
    swing: "in",
  };
}

function freeOpeningId(room: Room, kind: Opening["kind"]): string {
  const openings = room.walls.flatMap((wall) => wall.openings);
  let number = openings.filter((opening) => opening.kind === kind).length + 1;
  while (openings.some(({ id }) => id === `${kind} ${number}`)) number += 1;
  return `${kind} ${number}`;
}

/**
 * Returns the plan with the openings of a wall replaced, and without joins of openings that no
 * longer exist or became windows.
 */
export function changeOpenings(plan: Plan, room: Room, wall: Wall, openings: Opening[]): Plan {
  const changed = changeWall(plan, room, wall.id, { openings });
  const isDoor = (end: OpeningReference) =>
    changed.rooms
      .find(({ id }) => id === end.room)
      ?.walls.flatMap((each) => each.openings)
      .some(({ id, kind }) => id === end.opening && kind !== "window") ?? false;
  return { ...changed, joins: plan.joins.filter(({ from, to }) => isDoor(from) && isDoor(to)) };
}

/**
 * Returns the plan with the door `from` joined to the door `to` of another room, or to none. Other
 * joins of both doors are removed, because a door leads to one room only.
 */
export function joinDoor(
  plan: Plan,
  from: OpeningReference,
  to: OpeningReference | undefined,
): Plan {
  const isSame = (end: OpeningReference, other: OpeningReference) =>
    end.room === other.room && end.opening === other.opening;
  const joins = plan.joins.filter(
    (join) =>
      ![from, ...(to ? [to] : [])].some((end) => isSame(join.from, end) || isSame(join.to, end)),
  );
  return { ...plan, joins: to ? [...joins, { from, to }] : joins };
}

/** Returns the doors and openings of rooms, with their labels in lists. */
export function listDoors(rooms: readonly Room[]) {
  return rooms.flatMap((room) =>
    room.walls
      .flatMap(({ openings }) => openings)
      .filter(({ kind }) => kind !== "window")
      .map((opening) => ({
        reference: { room: room.id, opening: opening.id },
        opening,
        label: `${room.name}: ${opening.id}`,
      })),
  );
}

/** Returns the door that a door is joined to; undefined if there is none. */
export function findOtherDoor(plan: Plan, door: OpeningReference): OpeningReference | undefined {
  for (const { from, to } of plan.joins) {
    if (from.room === door.room && from.opening === door.opening) return to;
    if (to.room === door.room && to.opening === door.opening) return from;
  }
  return undefined;
}

/**
 * Returns whether a room was drawn by hand. Only its corners may be moved, because measured ones
 * are never changed.
 */
export const isSketch = ({ walls }: Room) => walls.every(({ raw }) => raw.source === "sketch");

/**
 * Returns the plan with the corners of a sketched room moved, in meters. Confirmed lengths are kept
 * and override the distances of the corners.
 */
export function sketchCorners(plan: Plan, room: Room, corners: readonly Point[]): Plan {
  return changeRoom(plan, room.id, { walls: drawWalls(room.walls, corners) });
}

/**
 * Returns the plan with another corner in the middle of a wall. Both halves of the wall have no
 * confirmed length.
 */
export function addCorner(plan: Plan, room: Room, id: string, corners: readonly Point[]): Plan {
  const index = room.walls.findIndex((wall) => wall.id === id);
  const wall = room.walls[index];
  const [from, to] = [corners[index]!, corners[(index + 1) % corners.length]!];
  if (!wall) return plan;
  const half = Math.hypot(to.x - from.x, to.y - from.y) / 2;
  const isFirst = ({ offset, width }: Opening) => offset + width / 2 < half;
  const first: Wall = { ...wall, confirmed: {}, openings: wall.openings.filter(isFirst).map(fit) };
  const second: Wall = {
    ...wall,
    id: freeWallId(room),
    confirmed: {},
    openings: wall.openings
      .filter((opening) => !isFirst(opening))
      .map((opening) => fit({ ...opening, offset: Math.max(0, opening.offset - half) })),
  };
  function fit(opening: Opening): Opening {
    const width = Math.min(opening.width, half);
    return { ...opening, width, offset: Math.min(opening.offset, half - width) };
  }
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const walls = room.walls.toSpliced(index, 1, first, second);
  return changeRoom(plan, room.id, {
    walls: drawWalls(walls, corners.toSpliced(index + 1, 0, middle)),
  });
}

function freeWallId({ walls }: Room): string {
  let index = walls.length;
  while (walls.some(({ id }) => id === nameWall(index))) index += 1;
  return nameWall(index);
}

/**
 * Returns the plan without a wall. Its neighbors then meet where they cross; in a sketch, they meet
 * at the beginning of the removed wall.
 */
export function removeWall(plan: Plan, room: Room, id: string, corners: readonly Point[]): Plan {
  const index = room.walls.findIndex((wall) => wall.id === id);
  const next = (index + 1) % room.walls.length;
  const walls = room.walls.toSpliced(index, 1);
  const starts = corners.with(next, corners[index]!).toSpliced(index, 1);
  const changed = isSketch(room) ? drawWalls(walls, starts) : walls;
  const removedIds = (room.walls[index]?.openings ?? []).map((opening) => opening.id);
  const isRemoved = ({ room: roomId, opening }: OpeningReference) =>
    roomId === room.id && removedIds.includes(opening);
  const joins = plan.joins.filter(({ from, to }) => !isRemoved(from) && !isRemoved(to));
  return { ...changeRoom(plan, room.id, { walls: changed }), joins };
}

function drawWalls(walls: readonly Wall[], corners: readonly Point[]): Wall[] {
  return walls.map((wall, index) => ({
    ...wall,
    raw: {
      source: "sketch",
      points: [corners[index]!, corners[(index + 1) % corners.length]!],
    },
  }));
}
