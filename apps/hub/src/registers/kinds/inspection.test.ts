import { describe, expect, it } from "vitest";
import type { Answers, Question } from "../questions.ts";
import { keepAnswers } from "../questions.ts";
import type { Entry, PlacedState } from "../register.ts";
import { decideInspection, inspection } from "./inspection.ts";
import type { Occasion } from "./kind.ts";

const day = 86_400_000;
const now = Date.parse("2026-11-29T10:00:00Z");
const entry: Entry = { id: 1, label: "Extinguisher 7", fields: {}, blocked: false, version: 1 };
const questions: Question[] = [
  { key: "seal", label: "Seal intact?", type: "pass-fail", required: true },
  { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
];
const yearly = { questions, every: "1 year" };
const state = (change: Partial<PlacedState>): PlacedState => ({
  ...{ place: 0, status: "passed", since: now - 100 * day, door: "ben", uses: 0, quantity: 0 },
  ...{ version: 4, effective: 4, ...change },
});
const since = (change: Partial<PlacedState>) => ({ states: [state(change)] });
const hand = { since: 0, touchedAt: 0 };

/** The name of a case, its differences from a first inspection, and the expected decision. */
const cases: [string, Partial<Occasion>, string][] = [
  ["a thing that was never inspected", {}, "ask checklist"],
  ["a thing without a checklist", { rules: {} }, "yes seen"],
  ["a note to read", { rules: {}, entry: { ...entry, attention: "Loud" } }, "look seen"],
  ["an open inbox", { hand: undefined }, "no no-user"],
  ["a thing without a checklist in an open inbox", { rules: {}, hand: undefined }, "yes seen"],
  [
    "a code where the tag has to be touched",
    { rules: { ...yearly, touch: true } },
    "no touch-the-tag",
  ],
  [
    "a tag where it has to be touched",
    { rules: { ...yearly, touch: true }, isTouched: true },
    "ask checklist",
  ],
  ["a thing before its time", since({ dueAt: now + 15 * day }), "look not-due"],
  ["a thing within two weeks of its date", since({ dueAt: now + 13 * day }), "ask checklist"],
  [
    "a thing within its lead time",
    { ...since({ dueAt: now + 15 * day }), rules: { ...yearly, leadTime: "16 days" } },
    "ask checklist",
  ],
  ["a thing after its date", since({ dueAt: now - 1 }), "ask checklist"],
  ["a thing that failed", since({ status: "failed", dueAt: now + 100 * day }), "ask checklist"],
  ["a thing without a date", since({}), "ask checklist"],
  ["a blocked thing", { entry: { ...entry, blocked: true } }, "no blocked"],
  ["a closed register", { rules: { ...yearly, closed: true } }, "no closed"],
  ["a person", { entry: { ...entry, role: "person" } }, "no not-a-thing"],
  ["a place", { entry: { ...entry, role: "place" } }, "ask checklist"],
  ["an unknown code", { entry: "unknown" }, "no unknown"],
];

const ordinary: Occasion = {
  ...{ rules: yearly, entry, states: [], inside: 0, action: "inspect", door: "ada", now },
  ...{ forced: false, facts: {}, isTouched: false, language: "en", loans: [], hand },
};

describe("a decision of an inspection", () => {
  it.each(cases)("about %s", (_, change, expected) => {
    const { result, code, told } = decideInspection({ ...ordinary, ...change });
    expect(`${result} ${code}`).toBe(expected);
    expect(told.ask?.questions).toEqual(
      ["checklist", "not-due"].includes(code) ? questions : undefined,
    );
  });

  it("asks only the questions about the group of the thing", () => {
    const rules = { questions: [...questions, { ...questions[0]!, key: "x", groups: ["CO2"] }] };
    const keys = (group?: string) =>
      decideInspection({
        ...ordinary,
        rules,
        entry: { ...entry, group } as Entry,
      }).told.ask!.questions.map(({ key }) => key);
    expect([keys(), keys("Foam"), keys("CO2")]).toEqual([
      ["seal", "pressure"],
      ["seal", "pressure"],
      ["seal", "pressure", "x"],
    ]);
  });

  it.each<[string, Answers, boolean, Partial<PlacedState> | undefined, string, string?]>([
    ["good answers", { seal: "pass", pressure: 12 }, false, undefined, "yes passed", "2027-11-29"],
    ["a part that does not apply", { seal: "na" }, false, undefined, "yes passed", "2027-11-29"],
    ["a fail", { seal: "fail" }, false, { dueAt: now + day }, "look failed", "2026-11-30"],
    [
      "a number outside its limits",
      { seal: "pass", pressure: 15.1 },
      false,
      undefined,
      "look failed",
    ],
    [
      "good answers after another inspection",
      { seal: "pass" },
      true,
      { status: "failed" },
      "look inspected-meanwhile",
    ],
    ["a fail after another inspection", { seal: "fail" }, true, {}, "look failed"],
  ])("is made by %s", (_, answers, isChanged, before, expected, due) => {
    const kept = keepAnswers(questions, answers);
    const answered = { code: "checklist", questions, answers, kept, isChanged } as const;
    const occasion = { ...ordinary, states: before ? [state(before)] : [] };
    const { result, code, states, told } = inspection.answer!(occasion, answered);
    expect(`${result} ${code}`).toBe(expected);
    expect(states?.[0]?.status).toBe(code === "inspected-meanwhile" ? undefined : code);
    const dueAt = states?.[0]?.dueAt;
    expect(dueAt && new Date(dueAt).toISOString().slice(0, 10)).toBe(due);
    expect(told.care?.answers).toEqual(kept);
  });

  it.each([
    [now - 15 * day, undefined],
    [now - 14 * day, "due"],
    [now, "due"],
    [now + 1, "overdue"],
    [now + 364 * day, "overdue"],
    [now + 367 * day, "missed"],
  ])("is at %i at the stage %s", (time, stage) => {
    expect(inspection.findStage!(yearly, state({ dueAt: now }), time)).toBe(stage);
  });
});
