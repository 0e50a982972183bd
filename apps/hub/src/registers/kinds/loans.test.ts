import { describe, expect, it } from "vitest";
import type { Entry, PlacedState } from "../register.ts";
import type { HeldThings, Occasion } from "./kind.ts";
import { decideLoan, loans } from "./loans.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.parse("2026-11-29T10:00:00Z");
const thing = { id: 1, label: "Drill 3", fields: {}, blocked: false, version: 1 };
const person = (id: number, label: string, change: Partial<Entry> = {}): Entry => ({
  ...{ id, label, fields: {}, blocked: false, version: 1, role: "person", ...change },
});
const ada = person(11, "Ada");
const ben = person(12, "Ben");
const holding = (holder?: Entry, change: Partial<HeldThings> = {}): HeldThings => ({
  ...{ holder, since: now - minute, touchedAt: now - minute, ...change },
});
const state = (change: Partial<PlacedState>): PlacedState => ({
  ...{ place: 0, status: "lent", since: now - day, door: "desk", uses: 0, quantity: 0 },
  ...{ version: 4, effective: 4, ...change },
});
const lentTo = ({ id, label }: Entry, change: Partial<PlacedState> = {}) => ({
  states: [state({ holder: id, holderLabel: label, ...change })],
});
const free = { states: [state({ status: "free" })] };
const blocked = { ...thing, blocked: true };

/**
 * The name of a case, its differences from lending a free thing to Ada, the expected result with
 * its code, and who has the thing afterwards; undefined if nothing changes.
 */
const cases: [string, Partial<Occasion>, string, (number | "nobody")?][] = [
  ["a thing that was never lent", {}, "yes lent", 11],
  ["a thing that was returned", free, "yes lent", 11],
  ["a note to read", { entry: { ...thing, attention: "Take the case" } }, "look lent", 11],
  ["nobody in hand", { hand: holding() }, "no no-holder"],
  ["an open inbox", { hand: undefined }, "no no-user"],
  ["an unknown code", { entry: "unknown" }, "no unknown"],
  ["two entries", { entry: "ambiguous" }, "no ambiguous"],
  ["a place", { entry: { ...thing, role: "place" } }, "no not-a-thing"],
  ["a blocked thing", { entry: blocked }, "no blocked"],
  ["a blocked thing by force", { entry: blocked, forced: true }, "yes lent", 11],
  ["a person who is blocked", { hand: holding({ ...ada, blocked: true }) }, "no blocked"],
  ["a closed register", { rules: { closed: true } }, "no closed"],
  [
    "a return to a closed register",
    { rules: { closed: true }, action: "return", ...lentTo(ada) },
    "yes returned",
    "nobody",
  ],
  ["the same person again", { action: "lend", ...lentTo(ada) }, "look already-lent"],
  ["the same person again at a desk for both", lentTo(ada), "yes returned", "nobody"],
  ["a second scan in a moment", lentTo(ada, { since: now - 9_999 }), "look just-now"],
  [
    "a second scan in a moment, after another person",
    {
      ...lentTo(ben, { since: now - 9_999 }),
      hand: holding(ada, { since: now - 5_000, touchedAt: now - 5_000 }),
    },
    "ask lent-to-other",
  ],
  [
    "a second scan at another desk",
    lentTo(ada, { since: now - 9_999, door: "gate" }),
    "yes returned",
    "nobody",
  ],
  ["a thing that Ben has", lentTo(ben), "ask lent-to-other"],
  [
    "a thing that Ben has, refused",
    { ...lentTo(ben), rules: { handOver: "no" } },
    "no lent-to-other",
  ],
  [
    "a thing that Ben has, handed over",
    { ...lentTo(ben), rules: { handOver: "yes" } },
    "look handed-over",
    11,
  ],
  ["a blocked thing that Ben has", { ...lentTo(ben), entry: blocked }, "no blocked"],
  ["a lent thing without a person", { ...lentTo(ben), hand: holding() }, "yes returned", "nobody"],
  [
    "a lent thing at a desk that lends only",
    { ...lentTo(ben), hand: holding(), action: "lend" },
    "no no-holder",
  ],
  ["a return", { action: "return", ...lentTo(ben) }, "yes returned", "nobody"],
  [
    "a return from an open inbox",
    { action: "return", ...lentTo(ben), hand: undefined },
    "yes returned",
    "nobody",
  ],
  [
    "a return at the last moment",
    { action: "return", ...lentTo(ben, { dueAt: now }) },
    "yes returned",
    "nobody",
  ],
  [
    "a late return",
    { action: "return", ...lentTo(ben, { dueAt: now - 1 }) },
    "look returned-late",
    "nobody",
  ],
  [
    "a return of a blocked thing",
    { action: "return", ...lentTo(ben), entry: blocked },
    "look returned",
    "nobody",
  ],
  ["a return of a free thing", { action: "return", ...free }, "look not-lent"],
  ["a return of a thing that was never lent", { action: "return" }, "look not-lent"],
  ["a person", { entry: ben }, "yes holder-set"],
  ["a person with a note", { entry: { ...ben, attention: "Pay first" } }, "look holder-set"],
  [
    "a person with an overdue thing",
    { entry: ben, loans: [{ entry: 1, label: "Drill", dueAt: now - 1 }] },
    "look holder-set",
  ],
  ["a blocked person", { entry: { ...ben, blocked: true } }, "no blocked"],
  [
    "a blocked person who returns things",
    { entry: { ...ben, blocked: true }, action: "return" },
    "yes holder-set",
  ],
  ["a person in an open inbox", { entry: ben, hand: undefined }, "no no-user"],
];

const ordinary: Occasion = {
  ...{ rules: {}, entry: thing, states: [], inside: 0, action: "lend-or-return", door: "desk" },
  ...{ now, forced: false, facts: {}, isTouched: false, language: "en", loans: [] },
  hand: holding(ada),
};

describe("a decision of loans", () => {
  it.each(cases)("about %s", (_, change, expected, holder) => {
    const { result, code, states } = decideLoan({ ...ordinary, ...change });
    expect(`${result} ${code}`).toBe(expected);
    expect(states?.map((each) => each.holder ?? "nobody")).toEqual(holder && [holder]);
  });

  it("takes the date from the answer of the person, else from the rule", () => {
    const rules = { loanFor: "7 days" };
    const dueOf = (change: Partial<Occasion>) =>
      new Date(decideLoan({ ...ordinary, ...change }).states![0]!.dueAt ?? 0).toISOString();
    expect(dueOf({ rules })).toBe(new Date(2026, 11, 6, 23, 59, 59).toISOString());
    const dueAt = Date.parse("2026-12-01T22:59:59Z");
    expect(dueOf({ rules, hand: holding(ada, { dueAt }) })).toBe("2026-12-01T22:59:59.000Z");
    expect(decideLoan(ordinary).states![0]!.dueAt).toBeUndefined();
  });

  it("takes the date of a person only while that person is in hand", () => {
    const answer = (inHand: Entry | undefined) => {
      const asked = { code: "holder-set", holder: ada, questions: [] } as const;
      const answered = { ...asked, kept: [], isChanged: false };
      const occasion = { ...ordinary, entry: ada, hand: holding(inHand) };
      const decided = loans.answer!(occasion, { ...answered, answers: { due: "2026-12-06" } });
      return [decided.code, decided.hand?.holder, decided.hand?.dueAt];
    };
    const due = new Date(2026, 11, 6, 23, 59, 59).getTime();
    expect(answer(ada)).toEqual(["holder-set", 11, due]);
    expect(answer(undefined)).toEqual(["ask-over", undefined, undefined]);
    expect(answer(ben)).toEqual(["ask-over", 12, undefined]);
  });

  it("asks whether to hand over, and does it only while the same person has the thing", () => {
    const asked = decideLoan({ ...ordinary, ...lentTo(ben) });
    expect(asked.told.ask?.questions).toMatchObject([
      { key: "hand-over", label: "Ben still has it. Hand it over to Ada?", options: ["yes", "no"] },
    ]);
    const answer = (value: string, isChanged: boolean) => {
      const dueAt = now + day;
      const asked = { code: "lent-to-other", holder: ada, dueAt, questions: [] } as const;
      const answered = { ...asked, kept: [], isChanged };
      const occasion = { ...ordinary, ...lentTo(ben), hand: holding() };
      const decided = loans.answer!(occasion, { ...answered, answers: { "hand-over": value } });
      expect(decided.states?.[0]?.dueAt).toBe(decided.states && dueAt);
      return [decided.code, decided.states?.[0]?.holder, decided.hand?.holder];
    };
    expect(answer("yes", false)).toEqual(["handed-over", 11, 11]);
    expect(answer("no", false)).toEqual(["lent-to-other", undefined, undefined]);
    expect(answer("yes", true)).toEqual(["lent-to-other", undefined, undefined]);
  });
});
