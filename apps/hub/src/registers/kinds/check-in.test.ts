import { describe, expect, it } from "vitest";
import type { Entry, Presence } from "../register.ts";
import type { CheckInRules } from "../rules.ts";
import { type CheckIn, decideCheckIn } from "./check-in.ts";

const minute = 60_000;
const now = Date.parse("2026-11-22T20:00:00Z");
const ada: Entry = { id: 1, label: "Ada", fields: {}, blocked: false, version: 1 };
const at = (status: Presence["status"], since: number, uses = 1, door = "north"): Presence => ({
  ...{ status, since, uses, door },
});
const inSince = at("inside", now - 20 * minute);
const justIn = at("inside", now - 9_999);
const left = at("outside", now - 20 * minute);
const withRules = (rules: CheckInRules, change: Partial<CheckIn> = {}) => ({ rules, ...change });
const withAda = (change: Partial<Entry>): Partial<CheckIn> => ({ entry: { ...ada, ...change } });

/**
 * The name of a case, its differences from a guest's first scan at the north door, and the expected
 * result with its code.
 */
const cases: [string, Partial<CheckIn>, string][] = [
  ["a first scan", {}, "yes checked-in"],
  ["a note to read", withAda({ attention: "VIP" }), "look checked-in"],
  ["an unknown code", { entry: "unknown" }, "no unknown"],
  ["two entries", { entry: "ambiguous" }, "no ambiguous"],
  ["a closed register", withRules({ closed: true }), "no closed"],
  [
    "an unknown code at a closed register",
    withRules({ closed: true }, { entry: "unknown" }),
    "no closed",
  ],
  ["a blocked entry", withAda({ blocked: true }), "no blocked"],
  [
    "a blocked entry while closed",
    withRules({ closed: true }, withAda({ blocked: true })),
    "no closed",
  ],
  [
    "the last moment before the opening",
    withRules({ opens: "2026-11-22T20:00:00.001Z" }),
    "no too-early",
  ],
  ["the opening", withRules({ opens: "2026-11-22T21:00:00+01:00" }), "yes checked-in"],
  ["the closing", withRules({ closes: "2026-11-22T20:00:00Z" }), "no too-late"],
  ["an entry of tomorrow", withAda({ validFrom: now + 1 }), "no too-early"],
  ["an entry of yesterday", withAda({ validUntil: now }), "no too-late"],
  [
    "another group",
    withRules({ groups: ["Staff"] }, withAda({ group: "Press" })),
    "no wrong-group",
  ],
  ["no group", withRules({ groups: ["Staff"] }), "no wrong-group"],
  [
    "the right group",
    withRules({ groups: ["Press", "Staff"] }, withAda({ group: "Staff" })),
    "yes checked-in",
  ],
  ["a guest inside", { presence: inSince }, "no already-in"],
  ["the same door within ten seconds", { presence: justIn }, "look just-now"],
  [
    "the same door after the clock was set back by an hour",
    { presence: at("inside", now + 60 * minute) },
    "no already-in",
  ],
  [
    "toggling out after the clock was set back by an hour",
    { action: "toggle", presence: at("inside", now + 60 * minute) },
    "yes checked-out",
  ],
  ["another door within ten seconds", { presence: justIn, door: "south" }, "no already-in"],
  ["the same door after ten seconds", { presence: at("inside", now - 10_000) }, "no already-in"],
  [
    "a guest inside who may come in again",
    withRules({ reentry: "always" }, { presence: inSince }),
    "yes checked-in",
  ],
  ["a guest who left", { presence: left }, "yes checked-in"],
  ["a guest who left for good", withRules({ reentry: "never" }, { presence: left }), "no used"],
  ["a last use", withRules({ uses: 2 }, { presence: left }), "yes checked-in"],
  ["no use left", withRules({ uses: 2 }, { presence: at("outside", 0, 2) }), "no used-up"],
  ["the last place", withRules({ capacity: 5 }, { inside: 4 }), "yes checked-in"],
  ["a full house", withRules({ capacity: 5 }, { inside: 5 }), "no full"],
  [
    "a full house that the guest is in",
    withRules({ capacity: 5, reentry: "always" }, { inside: 5, presence: inSince }),
    "yes checked-in",
  ],
  ["going out", { action: "out", presence: inSince }, "yes checked-out"],
  [
    "going out of a closed register",
    withRules({ closed: true }, { action: "out", presence: inSince }),
    "yes checked-out",
  ],
  [
    "going out as a blocked guest",
    { ...withAda({ blocked: true }), action: "out", presence: inSince },
    "yes checked-out",
  ],
  ["going out without having come in", { action: "out" }, "look not-in"],
  ["going out twice", { action: "out", presence: left }, "look not-in"],
  ["going out with an unknown code", { action: "out", entry: "unknown" }, "no unknown"],
  ["toggling in", { action: "toggle" }, "yes checked-in"],
  ["toggling out", { action: "toggle", presence: inSince }, "yes checked-out"],
  [
    "toggling within ten seconds",
    { action: "toggle", presence: justIn, door: "south" },
    "look just-now",
  ],
  ["toggling in when full", withRules({ capacity: 1 }, { action: "toggle", inside: 1 }), "no full"],
  ["forcing a blocked guest in", { ...withAda({ blocked: true }), forced: true }, "yes checked-in"],
  [
    "forcing into a closed, full house",
    withRules({ closed: true, capacity: 1 }, { inside: 1, forced: true }),
    "yes checked-in",
  ],
  [
    "forcing a guest in who is inside by a full house's count",
    withRules({ capacity: 1 }, { inside: 1, presence: inSince, forced: true }),
    "yes checked-in",
  ],
  [
    "forcing a guest in twice in a moment",
    withRules({ reentry: "always" }, { presence: justIn, forced: true }),
    "look just-now",
  ],
  [
    "forcing a guest in whom another door has just let in",
    { presence: justIn, door: "south", forced: true },
    "yes checked-in",
  ],
  ["forcing an unknown code", { entry: "unknown", forced: true }, "no unknown"],
];

const decide = (change: Partial<CheckIn>) =>
  decideCheckIn({
    ...{ rules: {}, entry: ada, presence: undefined, inside: 0 },
    ...{ action: "in", door: "north", now, forced: false },
    ...change,
  });

describe("a check-in", () => {
  it.each(cases)("decides about %s by the first rule that applies", (_, change, expected) => {
    const { result, code } = decide(change);
    expect(`${result} ${code}`).toBe(expected);
  });

  it("changes the presence exactly when somebody comes in or goes out", () => {
    for (const [name, change] of cases) {
      const { code, presence } = decide(change);
      expect(presence !== undefined, name).toBe(["checked-in", "checked-out"].includes(code));
      if (presence) expect(presence, name).toMatchObject({ since: now });
    }
    expect(decide({ presence: at("outside", 0, 4) }).presence).toStrictEqual(at("inside", now, 5));
    expect(decide({ action: "out", presence: inSince }).presence).toStrictEqual(at("outside", now));
  });
});
