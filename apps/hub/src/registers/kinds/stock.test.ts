import { describe, expect, it } from "vitest";
import type { ProductFacts } from "../product-facts.ts";
import type { Entry, PlacedState } from "../register.ts";
import type { StockRules } from "../rules.ts";
import type { HeldThings, Occasion } from "./kind.ts";
import { decideStock } from "./stock.ts";

const now = Date.parse("2026-11-22T20:00:00Z");
const minute = 60_000;
const entry = (id: number, label: string, change: Partial<Entry> = {}): Entry => ({
  ...{ id, label, fields: {}, blocked: false, version: 1 },
  ...change,
});
const screws = entry(1, "Screws");
const flour = entry(2, "Flour", { unit: "kg" });
const shelfA = entry(11, "Shelf A", { role: "place" });
const shelfB = entry(12, "Shelf B", { role: "place" });
const twelve = entry(21, "12", { role: "number", amount: 12_000 });
const stored = (
  place: Entry,
  quantity: number,
  change: Partial<PlacedState> = {},
): PlacedState => ({
  ...{ place: place.id, label: place.label, status: "booked", quantity, since: now - minute },
  ...{ door: "ada", uses: 0, version: 1, effective: 1 },
  ...change,
});
const counted = (quantity: number, change: Partial<PlacedState> = {}) =>
  stored(shelfA, quantity, { status: "counted", since: now - 5, ...change });
const at = (place: Entry, change: Partial<HeldThings> = {}): HeldThings => ({
  ...{ place, since: now - 10, touchedAt: now - 5 },
  ...change,
});
const withRules = (rules: StockRules, change: Partial<Occasion> = {}) => ({ rules, ...change });
const withFacts = (facts: ProductFacts, change: Partial<Occasion> = {}) => ({ facts, ...change });
const add = { action: "add" } as const;
const remove = { action: "remove" } as const;
const move = { action: "move" } as const;
const tenAtA = { states: [stored(shelfA, 10_000)] };

/**
 * The name of a case, its differences from a scan of Screws that are counted at shelf A, where none
 * were, and the expected result, code and quantities by place.
 */
const cases: [string, Partial<Occasion>, string, Record<number, number>?][] = [
  ["a first count", {}, "yes counted", { 11: 1000 }],
  ["a count over an old one", tenAtA, "yes counted", { 11: 1000 }],
  ["a count that goes on", { states: [counted(4000)] }, "yes counted", { 11: 5000 }],
  [
    "a count that somebody else began",
    { states: [counted(4000, { door: "bob" })] },
    "yes counted",
    { 11: 1000 },
  ],
  [
    "a count from before the place was scanned again",
    { states: [counted(4000, { since: now - minute })] },
    "yes counted",
    { 11: 1000 },
  ],
  ["a count of none", { ...tenAtA, quantity: 0 }, "yes counted", { 11: 0 }],
  ["adding", { ...tenAtA, ...add }, "yes added", { 11: 11_000 }],
  [
    "adding the number in hand",
    { ...add, hand: at(shelfA, { quantity: 12_000 }) },
    "yes added",
    { 11: 12_000 },
  ],
  [
    "a given number before the one in hand",
    { ...add, quantity: 2500, hand: at(shelfA, { quantity: 12_000 }) },
    "yes added",
    { 11: 2500 },
  ],
  ["adding none", { ...add, quantity: 0 }, "no no-quantity"],
  ["the count of the code", withFacts({ count: 24_000 }, add), "yes added", { 11: 24_000 }],
  ["removing", { ...tenAtA, ...remove }, "yes removed", { 11: 9000 }],
  ["removing all", { ...tenAtA, ...remove, quantity: 10_000 }, "yes removed", { 11: 0 }],
  ["removing too much", { ...tenAtA, ...remove, quantity: 10_001 }, "no not-enough"],
  [
    "removing too much where the owner allows it",
    withRules({ belowZero: "look" }, { ...tenAtA, ...remove, quantity: 10_001 }),
    "look not-enough",
    { 11: -1 },
  ],
  [
    "removing too much by force",
    { ...tenAtA, ...remove, quantity: 11_000, forced: true },
    "look not-enough",
    { 11: -1000 },
  ],
  [
    "removing what is at another place",
    { ...remove, states: [stored(shelfB, 5000)] },
    "no not-enough",
  ],
  [
    "removing below the minimum",
    { ...tenAtA, ...remove, entry: { ...screws, minimum: 10_000 } },
    "look low",
    { 11: 9000 },
  ],
  [
    "removing down to the minimum",
    { ...tenAtA, ...remove, entry: { ...screws, minimum: 9000 } },
    "yes removed",
    { 11: 9000 },
  ],
  [
    "a minimum that other places fulfil",
    {
      states: [stored(shelfA, 10_000), stored(shelfB, 1000)],
      ...remove,
      entry: { ...screws, minimum: 10_000 },
    },
    "yes removed",
    { 11: 9000 },
  ],
  ["counting below the minimum", { entry: { ...screws, minimum: 2000 } }, "look low", { 11: 1000 }],
  [
    "adding below the minimum",
    { ...add, entry: { ...screws, minimum: 9000 } },
    "yes added",
    { 11: 1000 },
  ],
  [
    "moving from the only other place",
    { ...move, states: [stored(shelfB, 5000)] },
    "yes moved",
    { 11: 1000, 12: 4000 },
  ],
  ["moving what is nowhere", move, "no not-enough"],
  [
    "moving what is at two other places",
    {
      ...move,
      hand: at(entry(13, "Shelf C", { role: "place" })),
      states: [stored(shelfA, 1000), stored(shelfB, 1000)],
    },
    "no which-place",
  ],
  [
    "moving from the place in hand",
    {
      ...move,
      hand: at(shelfA, { from: shelfB }),
      states: [stored(shelfA, 7000), stored(shelfB, 5000)],
    },
    "yes moved",
    { 11: 8000, 12: 4000 },
  ],
  [
    "moving more than there is",
    { ...move, hand: at(shelfA, { from: shelfB }), quantity: 6000, states: [stored(shelfB, 5000)] },
    "no not-enough",
  ],
  ["moving to where it is", { ...move, hand: at(shelfA, { from: shelfA }) }, "no same-place"],
  ["no place", { hand: { since: now, touchedAt: now } }, "no no-place"],
  [
    "no place where none is needed",
    withRules({ withoutPlace: true }, { hand: { since: now, touchedAt: now } }),
    "yes counted",
    { 0: 1000 },
  ],
  [
    "no user where no place is needed",
    withRules({ withoutPlace: true }, { ...add, hand: undefined }),
    "yes added",
    { 0: 1000 },
  ],
  ["a place", { entry: shelfB }, "yes place-set"],
  ["a place without a user", { entry: shelfB, hand: undefined }, "no no-user"],
  ["a number card", { entry: twelve }, "yes quantity-set"],
  ["a number card without a user", { entry: twelve, hand: undefined }, "no no-user"],
  ["an unknown code", { entry: "unknown" }, "look unnamed", { 11: 1000 }],
  [
    "an unknown code without a place",
    { entry: "unknown", hand: { since: now, touchedAt: now } },
    "no no-place",
  ],
  ["an unknown code without a user", { entry: "unknown", hand: undefined }, "no unknown"],
  ["an unknown code that is taken out", { entry: "unknown", ...remove }, "no not-enough"],
  ["a refused unknown code", withRules({ unknown: "refuse" }, { entry: "unknown" }), "no unknown"],
  [
    "a misread code",
    withFacts({ problem: "wrong-check-digit" }, { entry: "unknown" }),
    "no misread",
  ],
  ["two articles", { entry: "ambiguous" }, "no ambiguous"],
  ["a closed register", withRules({ closed: true }), "no closed"],
  [
    "a closed register, by force",
    withRules({ closed: true }, { forced: true }),
    "yes counted",
    { 11: 1000 },
  ],
  ["a blocked article", { entry: { ...screws, blocked: true } }, "no blocked"],
  ["a note to read", { entry: { ...screws, attention: "Sharp" } }, "look counted", { 11: 1000 }],
  ["flour without a weight", { ...add, entry: flour }, "no no-quantity"],
  [
    "flour with its weight",
    withFacts({ weight: { value: 1250, unit: "kg" } }, { ...add, entry: flour }),
    "yes added",
    { 11: 1250 },
  ],
  [
    "a weight in another unit of the same system",
    withFacts({ weight: { value: 1250, unit: "kg" } }, { ...add, entry: { ...flour, unit: "g" } }),
    "yes added",
    { 11: 1_250_000 },
  ],
  [
    "a weight in pounds",
    withFacts({ weight: { value: 1250, unit: "lb" } }, { ...add, entry: flour }),
    "no wrong-unit",
  ],
  [
    "the length of a cable",
    withFacts(
      { measure: { value: 25_500, unit: "m" } },
      { ...add, entry: { ...screws, unit: "m" } },
    ),
    "yes added",
    { 11: 25_500 },
  ],
  [
    "a length of what is counted in pieces",
    withFacts({ measure: { value: 25_500, unit: "m" } }, add),
    "yes added",
    { 11: 1000 },
  ],
  ["too much", { ...add, quantity: 1e15 + 1000 }, "no too-much"],
  ["too much in all", { ...add, states: [stored(shelfA, 1e12)] }, "no too-much"],
  [
    "the last moment before expiry",
    withFacts({ expires: now + 1 }, add),
    "yes added",
    { 11: 1000 },
  ],
  ["adding what has expired", withFacts({ expires: now }, add), "no expired"],
  [
    "removing what has expired",
    withFacts({ expires: now }, { ...tenAtA, ...remove }),
    "no expired",
  ],
  [
    "removing what has expired by force",
    withFacts({ expires: now }, { ...tenAtA, ...remove, forced: true }),
    "look expired",
    { 11: 9000 },
  ],
  ["counting what has expired", withFacts({ expires: now }), "look expired", { 11: 1000 }],
  ["what is past its best", withFacts({ bestBefore: now }, add), "look best-before", { 11: 1000 }],
  [
    "a recalled lot",
    withFacts({ lot: "L7" }, { ...add, entry: { ...screws, recalled: ["L6", "L7"] } }),
    "no recalled",
  ],
  [
    "another lot",
    withFacts({ lot: "L8" }, { ...add, entry: { ...screws, recalled: ["L7"] } }),
    "yes added",
    { 11: 1000 },
  ],
  [
    "counting a recalled lot",
    withFacts({ lot: "L7" }, { entry: { ...screws, recalled: ["L7"] } }),
    "look recalled",
    { 11: 1000 },
  ],
];

const ordinary: Occasion = {
  ...{ rules: {}, entry: screws, states: [], inside: 0, action: "count", door: "ada", now },
  ...{ forced: false, facts: {}, hand: at(shelfA), isTouched: false, language: "en", loans: [] },
  scanned: { content: "NEW-1", tag: null },
};

describe("a decision of a stock", () => {
  it.each(cases)("about %s", (_, change, expected, quantities) => {
    const { result, code, states = [] } = decideStock({ ...ordinary, ...change });
    expect(`${result} ${code}`).toBe(expected);
    const booked = states.map(({ place, quantity }) => [place, quantity]);
    expect(Object.fromEntries(booked)).toEqual(quantities ?? {});
  });

  it("keeps a place in hand while its scans are refused, and a number until it is used", () => {
    const hand = at(shelfA, { quantity: 12_000 });
    const touched = { place: 11, from: undefined, since: now - 10, touchedAt: now };
    const decide = (change: Partial<Occasion>) =>
      decideStock({ ...ordinary, hand, ...change }).hand;
    expect(decide({ entry: "ambiguous" })).toEqual({ ...touched, quantity: 12_000 });
    expect(decide({ ...remove })).toEqual({ ...touched, quantity: 12_000 });
    expect(decide({ ...add })).toEqual({ ...touched, quantity: undefined });
    expect(decide({ entry: shelfB })).toMatchObject({ place: 12, quantity: 12_000, since: now });
    expect(decide({ entry: { ...twelve, amount: 500 } })).toMatchObject({ quantity: 500 });
  });

  it("moves between two places that are scanned in a row, and to the last one otherwise", () => {
    const decide = (hand: HeldThings, place: Entry) =>
      decideStock({ ...ordinary, ...move, hand, entry: place }).hand;
    const justSet = { touchedAt: now - 10 };
    expect(decide(at(shelfA, justSet), shelfB)).toMatchObject({ place: 12, from: 11 });
    expect(decide(at(shelfA), shelfB)).toMatchObject({ place: 12, from: undefined });
    expect(decide(at(shelfB, { ...justSet, from: shelfA }), shelfB)).toMatchObject({
      ...{ place: 12, from: undefined },
    });
  });

  it("remembers who counted a thing last while others add to it", () => {
    const states = [counted(4000, { door: "bob" })];
    const decided = decideStock({ ...ordinary, ...add, states });
    expect(decided.states).toMatchObject([{ quantity: 5000, status: "counted", door: "bob" }]);
  });
});
