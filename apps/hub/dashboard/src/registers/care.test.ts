import { expect, test } from "vitest";
import { describeCare, findStage, sortEntries } from "./care.ts";
import type { Entry, Register } from "./registers.ts";

const now = new Date(2026, 10, 29, 12).getTime();
const day = 86_400_000;
const endOf = (date: number) => new Date(2026, 10, date, 23, 59, 59).getTime();

const entry = (label: string, care?: Entry["care"], change: Partial<Entry> = {}): Entry => ({
  ...{ id: 1, label, fields: {}, blocked: false, version: 1, keys: [], care },
  ...change,
});
const lent = (dueAt?: number) =>
  ({
    status: "lent",
    since: now - day,
    door: "desk",
    holder: { id: 9, label: "Ada" },
    dueAt,
  }) as const;
const passed = (dueAt?: number) =>
  ({ status: "passed", since: now - day, door: "ben", dueAt }) as const;
const loans = { kind: "loans", rules: {} } as Register;
const yearly = { kind: "inspection", rules: { every: "1 year" } } as Register;

/** Formats a day of November 2026 as this machine does. */
const shown = (date: number) =>
  new Date(2026, 10, date).toLocaleDateString(undefined, { dateStyle: "medium" });

test("a thing that is lent says to whom and until when, and that it is overdue", () => {
  expect(describeCare(entry("Drill"), loans, now)).toEqual({ status: "Free", date: "", tone: "" });
  const blocked = { blocked: true };
  expect(describeCare(entry("Drill", undefined, blocked), loans, now).status).toBe("Blocked");
  expect(describeCare(entry("Drill", lent(endOf(30)), blocked), loans, now).status).toBe(
    "Lent to Ada",
  );
  expect(describeCare(entry("Drill", lent(endOf(30))), loans, now)).toEqual({
    ...{ status: "Lent to Ada", date: `until ${shown(30)}`, tone: "" },
  });
  expect(describeCare(entry("Drill", lent(endOf(28))), loans, now)).toEqual({
    ...{ status: "Lent to Ada", date: `was due on ${shown(28)}`, tone: "bad" },
  });
  const ofHub = { ...lent(endOf(30) + 5 * 3_600_000), dueDay: "2026-11-30" };
  expect(describeCare(entry("Drill", ofHub), loans, now).date).toBe(`until ${shown(30)}`);
});

test("an inspected thing says how it was and when it is due, and what is urgent", () => {
  expect(describeCare(entry("Ladder"), yearly, now)).toMatchObject({
    ...{ status: "Never inspected", date: "", tone: "" },
  });
  expect(describeCare(entry("Ladder", passed(now + 100 * day)), yearly, now).tone).toBe("ok");
  expect(describeCare(entry("Ladder", passed(endOf(30))), yearly, now)).toEqual({
    ...{ status: "Passed", date: `next on ${shown(30)}`, tone: "warn" },
  });
  const failed = { ...passed(now + 100 * day), status: "failed" } as const;
  expect(describeCare(entry("Ladder", failed), yearly, now)).toMatchObject({
    ...{ status: "Failed", tone: "bad" },
  });
});

test("the date of a thing counts for the last stage only, by the interval of its group", () => {
  const weekly = {
    kind: "inspection",
    rules: { every: "1 year", everyByGroup: { Ladders: "1 week" } },
  };
  const overdue = entry("A", passed(now - 10 * day));
  const missed = entry("B", passed(now - 10 * day), { group: "Ladders" });
  const due = entry("C", passed(now + day));
  const register = weekly as unknown as Register;
  expect([overdue, missed, due].map((each) => findStage(each, register, now))).toEqual([
    ...["overdue", "missed", "due"],
  ]);
  for (const [filter, label] of [
    ["overdue", "A"],
    ["missed", "B"],
    ["due", "C"],
  ] as const)
    expect(
      sortEntries([overdue, missed, due], filter, register, now).map((each) => each.label),
    ).toEqual([label]);
});

test("things are listed by name, and those with a date by it", () => {
  const things = [
    entry("Drill 10", lent()),
    entry("Drill 9", lent(endOf(30))),
    entry("Drill 2", lent(endOf(28))),
  ];
  const list = (filter: "things" | "lent") =>
    sortEntries(things, filter, loans, now).map(({ label }) => label);
  expect(list("things")).toEqual(["Drill 2", "Drill 9", "Drill 10"]);
  expect(list("lent")).toEqual(["Drill 2", "Drill 9", "Drill 10"]);
});

test("a blocked thing that is lent counts as lent", () => {
  const things = [entry("A", lent(), { blocked: true }), entry("B", undefined, { blocked: true })];
  expect(sortEntries(things, "blocked", loans, now).map(({ label }) => label)).toEqual(["B"]);
});
