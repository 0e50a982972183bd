import { expect, test } from "vitest";
import { countByDoor } from "./doors.ts";
import type { Movement } from "./registers.ts";

const now = Date.parse("2026-11-22T14:10:00Z");

const movement = (door: string, code: Movement["code"], ageSeconds: number): Movement => ({
  ...{ id: 1, scan: 1, action: "in", forced: false, door, code },
  at: new Date(now - ageSeconds * 1000).toISOString(),
  result: code === "checked-in" || code === "checked-out" ? "yes" : "no",
});

test("the verdicts of the last ten minutes are counted for each door", () => {
  const movements = [
    movement("south", "checked-in", 1),
    movement("north", "already-in", 2),
    movement("north", "checked-out", 30),
    movement("north", "checked-in", 599),
    movement("west", "checked-in", 601),
  ];
  expect(countByDoor(movements, { now, limit: 500 })).toEqual({
    minutes: 10,
    doors: [
      { name: "north", in: 1, out: 1, refused: 1, lastAt: "2026-11-22T14:09:58.000Z" },
      { name: "south", in: 1, out: 0, refused: 0, lastAt: "2026-11-22T14:09:59.000Z" },
    ],
  });
});

test("the span is shorter while the movements that are loaded do not reach back ten minutes", () => {
  const movements = Array.from({ length: 500 }, (_, n) => movement("north", "checked-in", n / 2));
  expect(countByDoor(movements, { now, limit: 500 })).toMatchObject({
    minutes: 4,
    doors: [{ in: 481 }],
  });
});

test("a register without verdicts has no doors", () => {
  expect(countByDoor([], { now, limit: 500 })).toEqual({ minutes: 10, doors: [] });
});
