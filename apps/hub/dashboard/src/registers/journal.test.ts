import { expect, test } from "vitest";
import { describeMovement, findUndoable } from "./journal.ts";
import type { Movement } from "./registers.ts";

const shelf = { id: 7, label: "Shelf A1" };
const bench = { id: 8, label: "Bench" };
const movement = (id: number, change: Partial<Movement> = {}): Movement => ({
  ...{ id, entry: 1, at: "2026-05-12T14:00:00.000Z", door: "ada", action: "add" },
  ...{ result: "yes", code: "added", delta: 3, place: shelf, forced: false },
  ...change,
});

test("the newest movement of an article at each place can be undone, and after it the one before", () => {
  const journal = [
    movement(5, { entry: 2 }),
    movement(4, { action: "move", code: "moved", place: bench, from: shelf }),
    movement(3, { result: "no", code: "not-enough", delta: undefined }),
    movement(2, { place: bench }),
    movement(1),
  ];
  expect([...findUndoable(journal)]).toEqual([5, 4]);
  const undo = movement(6, { action: "undo", code: "undone", undoes: 4, delta: -3, place: bench });
  expect([...findUndoable([undo, ...journal])]).toEqual([5, 2, 1]);
});

test("only the newest movement of a guest can be undone", () => {
  const guest = { delta: undefined, place: undefined } as const;
  const journal = [
    movement(3, { ...guest, action: "in", code: "already-in", result: "no" }),
    movement(2, { ...guest, action: "out", code: "checked-out" }),
    movement(1, { ...guest, action: "in", code: "checked-in" }),
  ];
  expect([...findUndoable(journal)]).toEqual([2]);
});

test("a line says how much was booked where, why it was remarkable, and what the code said", () => {
  const describe = (change: Partial<Movement>, unit?: string) =>
    describeMovement(movement(1, change), unit).join(" · ");
  expect(describe({})).toBe("3 added to Shelf A1");
  expect(describe({ action: "remove", code: "low", result: "look", delta: -1.5 }, "kg")).toBe(
    "1.5 kg removed from Shelf A1 · below the minimum",
  );
  expect(describe({ action: "move", code: "moved", place: bench, from: shelf })).toBe(
    "3 moved from Shelf A1 to Bench",
  );
  expect(describe({ action: "count", code: "counted", delta: -2 })).toBe(
    "counted at Shelf A1, 2 less",
  );
  expect(describe({ action: "count", code: "counted", delta: undefined, counted: 4 })).toBe(
    "4 counted in a round · Shelf A1",
  );
  expect(describe({ action: "undo", code: "undone", delta: undefined, counted: -4 })).toBe(
    "4 less counted in a round · Shelf A1",
  );
  expect(describe({ action: "round", code: "counted", delta: -2 })).toBe(
    "counted at Shelf A1, 2 less",
  );
  expect(describe({ action: "undo", code: "undone", delta: -3, forced: true })).toBe(
    "3 less at Shelf A1",
  );
  expect(describe({ code: "expired", result: "no", delta: undefined, lot: "L7" })).toBe(
    "expired · Shelf A1 · lot L7",
  );
  expect(describe({ expires: "2026-06-01T00:00:00.000Z" })).toMatch(/expires .*2026/);
  const forced = { code: "checked-in", delta: undefined, place: undefined, forced: true } as const;
  expect(describe(forced)).toBe("checked in, against the rules");
});
