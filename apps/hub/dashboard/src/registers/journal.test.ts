import { expect, test } from "vitest";
import { kinds } from "../../../src/registers/kinds/kinds.ts";
import { changingCodes, describeMovement, findUndoable, withoutAsking } from "./journal.ts";
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

test("the scans of a lead can be undone but for the first, which would delete it", () => {
  const scan = { delta: undefined, place: undefined, action: "meet" } as const;
  const first = movement(1, { ...scan, code: "new-lead" });
  const again = movement(2, { ...scan, code: "known-lead", result: "look" });
  expect([...findUndoable([again, first])]).toEqual([2]);
  const undo = movement(3, { ...scan, action: "undo", code: "undone", undoes: 2 });
  expect([...findUndoable([undo, again, first])]).toEqual([]);
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

test("what can be undone is what the kinds of the hub undo, beside quantities", () => {
  const { stock: _, ...others } = kinds;
  const undoable = Object.values(others).flatMap((kind) => kind.undoable);
  expect(new Set(changingCodes)).toEqual(new Set(undoable));
});

test("the newest change of a thing can be undone in each register of its history", () => {
  const care = { delta: undefined, place: undefined } as const;
  const history = [
    { ...movement(4, { ...care, action: "inspect", code: "failed" }), register: "safety" },
    { ...movement(3, { ...care, action: "return", code: "returned" }), register: "tools" },
    {
      ...movement(2, { ...care, action: "inspect", code: "checklist", result: "ask" }),
      register: "safety",
    },
    { ...movement(1, { ...care, action: "lend", code: "lent" }), register: "tools" },
  ];
  expect([...findUndoable(history)]).toEqual([4, 3]);
});

test("a line about a loan says to whom and until when, and one about an inspection when again", () => {
  const describe = (change: Partial<Movement>) =>
    describeMovement(movement(1, { delta: undefined, place: undefined, ...change })).join(" · ");
  const [holder, due] = [{ id: 9, label: "Ada" }, new Date(2026, 11, 6, 23, 59, 59).toISOString()];
  const shown = (day: number) =>
    new Date(2026, 11, day).toLocaleDateString(undefined, { dateStyle: "medium" });
  expect(describe({ code: "lent", holder, due })).toBe(`lent to Ada · until ${shown(6)}`);
  // The day of the hub counts, where its end is a time of the next day here.
  const ofHub = { due: new Date(2026, 11, 7, 4, 59, 59).toISOString(), dueDay: "2026-12-06" };
  expect(describe({ code: "due-set", ...ofHub })).toBe(`new date · now ${shown(6)}`);
  expect(describe({ code: "returned", holder })).toBe("returned by Ada");
  expect(describe({ code: "lent-to-other", result: "ask", holder })).toBe(
    "lent to another person, Ada",
  );
  expect(describe({ code: "holder-set", entry: 9, holder })).toBe("person in hand");
  expect(describe({ code: "passed", due })).toBe(`passed · next on ${shown(6)}`);
});

test("a verdict that asked is left out once its answers are listed", () => {
  const asked = movement(1, { code: "checklist", result: "ask" });
  const answer = movement(2, { code: "passed", answered: 1 });
  expect(withoutAsking([asked])).toEqual([asked]);
  expect(withoutAsking([answer, asked])).toEqual([answer]);
});
