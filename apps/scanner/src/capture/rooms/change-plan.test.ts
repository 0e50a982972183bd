import { measurePlan, type Plan, parsePlan, serializePlan, settlePlan } from "@scanhook/rooms";
import { describe, expect, it } from "vitest";
import {
  addCorner,
  changeOpenings,
  confirmLength,
  findOtherDoor,
  freeRoomId,
  joinDoor,
  removeRoom,
  removeWall,
  sketchCorners,
  suggestOpening,
} from "./change-plan.ts";
import { newPlan, parseKeptPlan, storePlan } from "./kept-plan.ts";
import { makeTypedRoom, rectangle } from "./typed-walls.ts";
import { newWalk } from "./walk.ts";

function makeRoom(id: string, lengths: readonly number[]) {
  const walls = rectangle.map((wall, index) => ({ ...wall, length: lengths[index] }));
  return makeTypedRoom(walls, { id, name: id, height: 2.5, thickness: 0.2 });
}

const plan: Plan = {
  name: "Home",
  units: "metric",
  rooms: [makeRoom("room-1", [4, 3]), makeRoom("room-2", [3, 2])],
  joins: [],
};

function settle(changed: Plan) {
  const result = settlePlan(changed);
  if (!result.ok) throw new Error(result.problem.kind);
  return result.settled;
}

const area = (changed: Plan, room = 0) => measurePlan(settle(changed)).rooms[room]!.innerArea;
const hall = plan.rooms[0]!;

/** The plan with a door in the first wall of each room. */
const withDoors = plan.rooms.reduce((before, room) => {
  const wall = room.walls[0]!;
  return changeOpenings(before, room, wall, [suggestOpening(room, wall, 3, "door")!]);
}, plan);
const [from, to] = plan.rooms.map(({ id }) => ({ room: id, opening: "door 1" }));

describe("a change of a plan", () => {
  it("confirms a length or leaves it to the sketch again", () => {
    const longer = confirmLength(plan, hall, "A", 5);
    expect(area(longer)).toBeCloseTo(15, 2);
    const open = confirmLength(longer, longer.rooms[0]!, "A", undefined);
    expect(area(open)).toBeCloseTo(12, 2);
  });

  it("adds a corner that changes nothing yet, and takes it away with its wall", () => {
    const { corners } = settle(plan).rooms[0]!;
    const more = addCorner(plan, hall, "C", corners);
    expect(more.rooms[0]!.walls.map(({ id }) => id)).toEqual(["A", "B", "C", "E", "D"]);
    expect(area(more)).toBeCloseTo(12, 3);
    const moved = settle(more).rooms[0]!.corners;
    const fewer = removeWall(more, more.rooms[0]!, "D", moved);
    expect(fewer.rooms[0]!.walls).toHaveLength(4);
    expect(settlePlan(fewer).ok).toBe(true);
  });

  it("moves corners of a sketch", () => {
    const free = confirmLength(plan, hall, "A", undefined);
    const corners = settle(free).rooms[0]!.corners.map(({ x, y }, index) =>
      index === 1 || index === 2 ? { x: x + 1, y } : { x, y },
    );
    expect(area(sketchCorners(free, free.rooms[0]!, corners))).toBeCloseTo(15, 2);
  });

  it("suggests openings that fit beside each other until the wall is full", () => {
    let changed = plan;
    for (let count = 0; count < 20; count++) {
      const room = changed.rooms[0]!;
      const wall = room.walls[0]!;
      const opening = suggestOpening(room, wall, 4, count % 2 === 0 ? "door" : "window");
      if (!opening) break;
      changed = changeOpenings(changed, room, wall, [...wall.openings, opening]);
      expect(settlePlan(changed).ok).toBe(true);
    }
    const { openings } = changed.rooms[0]!.walls[0]!;
    expect(openings.length).toBeGreaterThan(2);
    expect(new Set(openings.map(({ id }) => id)).size).toBe(openings.length);
  });

  it("joins doors of two rooms, one room for each door, and forgets joins with their doors", () => {
    const joined = joinDoor(withDoors, from!, to);
    expect(findOtherDoor(joined, to!)).toEqual(from);
    expect(joinDoor(joined, to!, from).joins).toHaveLength(1);
    expect(joinDoor(joined, to!, undefined).joins).toEqual([]);
    const room = joined.rooms[1]!;
    expect(changeOpenings(joined, room, room.walls[0]!, []).joins).toEqual([]);
    const alone = removeRoom(joined, "room-1");
    expect(alone.joins).toEqual([]);
    expect(freeRoomId(alone)).toBe("room-3");
    const { corners } = settle(joined).rooms[1]!;
    expect(removeWall(joined, room, "A", corners).joins).toEqual([]);
  });

  it("gives a plan that its file keeps", () => {
    const joined = joinDoor(withDoors, from!, to);
    expect(parsePlan(serializePlan(joined))).toEqual({ ok: true, plan: joined });
  });
});

describe("a kept plan", () => {
  it("is read back as it was stored", () => {
    const kept = { ...newPlan("Home", "metric"), plan: joinDoor(withDoors, from!, to) };
    expect(parseKeptPlan(JSON.parse(JSON.stringify(storePlan(kept))))).toEqual(kept);
    const walked = { ...newPlan("Home", "imperial"), walk: { ...newWalk, step: "walls" as const } };
    expect(parseKeptPlan(JSON.parse(JSON.stringify(storePlan(walked))))).toEqual(walked);
  });

  it("that was cut off is refused", () => {
    const stored = JSON.parse(JSON.stringify(storePlan({ ...newPlan("Home", "metric"), plan })));
    for (const broken of [null, 7, {}, { ...stored, id: "../x" }, { ...stored, plan: {} }])
      expect(parseKeptPlan(broken)).toBeUndefined();
  });
});
