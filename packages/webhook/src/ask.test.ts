import fc from "fast-check";
import { expect, test } from "vitest";
import { type Ask, isDate } from "./ask.ts";
import { parseVerdict } from "./verdict.ts";

const verdict = { result: "ask", code: "checklist", word: "CHECK", text: "", movement: 9321 };
const questions = [
  { key: "gauge", label: "Needle in the green?", type: "pass-fail", required: true },
  { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
  { key: "seal", label: "Seal", type: "choice", options: ["intact", "broken"], fails: ["broken"] },
  { key: "care", label: "Condition", type: "rating", min: 3, max: 5 },
  { key: "due", label: "Back by", type: "date", min: "2026-11-29", max: "2026-12-31" },
  { key: "note", label: "Note", hint: "For the workshop.", type: "text", max: 2000 },
  { key: "topics", label: "Topics", type: "tags", options: ["Hot", "Partner"] },
  { key: "mail", label: "May we write to you?", type: "consent", required: true },
];
const read = (ask: unknown, more: object = {}): Ask | undefined =>
  parseVerdict(JSON.stringify({ verdict: { ...verdict, ask, ...more } }))?.ask;

test("questions of every type are read, without the fields that are not part of them", () => {
  const ask = { before: true, until: "2026-12-06T23:00:00.000Z", questions };
  const sent = { ...ask, more: 1, questions: questions.map((each) => ({ ...each, more: 1 })) };
  expect(read(sent)).toEqual(ask);
});

test("a hint is read up to 500 characters, and a label up to 240", () => {
  const long = "é".repeat(501);
  const [question] = read({
    questions: [{ key: "a", label: long, hint: long, type: "text" }],
  })!.questions;
  expect(question).toMatchObject({ label: "é".repeat(240), hint: "é".repeat(500) });
});

test("a receiver may leave out limits, the number of stars and the length of a text", () => {
  const least = ["number", "rating", "text", "date"].map((type) => ({
    key: type,
    label: "?",
    type,
  }));
  expect(read({ questions: least })).toEqual({
    before: false,
    questions: [
      { key: "number", label: "?", type: "number" },
      { key: "rating", label: "?", type: "rating", max: 5 },
      { key: "text", label: "?", type: "text", max: 2000 },
      { key: "date", label: "?", type: "date" },
    ],
  });
  const wrong = { key: "due", label: "?", type: "date", min: "2026-02-30", max: "tomorrow" };
  expect(read({ questions: [wrong] })!.questions).toEqual([
    { key: "due", label: "?", type: "date" },
  ]);
});

const [first] = questions;
test.each([
  ["an unknown type", { key: "x", label: "X", type: "signature" }],
  ["no label", { key: "x", type: "text" }],
  ["no key", { label: "X", type: "text" }],
  ["a key that would be cut", { key: "x".repeat(241), label: "X", type: "text" }],
  ["the key __proto__", JSON.parse('{"key":"__proto__","label":"X","type":"text"}')],
  ["the key of another question", { key: "gauge", label: "X", type: "text" }],
  ["no options", { key: "x", label: "X", type: "choice", options: [] }],
  ["too many options", { key: "x", label: "X", type: "choice", options: Array(51).fill("a") }],
  ["an option that is no text", { key: "x", label: "X", type: "choice", options: ["a", 1] }],
  ["no options of tags", { key: "x", label: "X", type: "tags" }],
  ["a tag of two lines", { key: "x", label: "X", type: "tags", options: ["a\nb"] }],
  ["too many stars", { key: "x", label: "X", type: "rating", max: 11 }],
  ["a length of zero", { key: "x", label: "X", type: "text", max: 0 }],
  ["no object", "text"],
])("a question with %s is left out, and with it all questions if it is required", (_, bad) => {
  expect(read({ questions: [first, bad] })!.questions).toEqual([first]);
  if (typeof bad === "object")
    expect(read({ questions: [first, { ...bad, required: true }] })!.questions).toEqual([]);
});

test("a key may be the name of something that every object has", () => {
  const named = ["constructor", "toString"].map((key) => ({ key, label: "X", type: "pass-fail" }));
  expect(read({ questions: named })!.questions).toEqual(named);
});

test.each([
  [{ type: "choice", options: ["a", "b"], fails: ["b", "c", 1] }, { fails: ["b"] }],
  [{ type: "choice", options: ["a", "b"], fails: "b" }, {}],
  [{ type: "tags", options: ["a", "b"], fails: ["b"] }, {}],
  [{ type: "rating", max: 5, min: 1 }, {}],
  [{ type: "rating", max: 5, min: 6 }, {}],
  [{ type: "rating", max: 5, min: 2.5 }, {}],
])("what cannot fail in %j is left out", (sent, kept) => {
  const { fails: _, min: __, ...kind } = { fails: [], min: 0, ...sent };
  const asked = { key: "x", label: "X" };
  expect(read({ questions: [{ ...asked, ...sent }] })!.questions).toEqual([
    { ...asked, ...kind, ...kept },
  ]);
});

test("at most 100 questions are asked, and none if a required one is beyond", () => {
  const many = Array.from({ length: 110 }, (_, index) => ({
    key: `q${index}`,
    label: "Q",
    type: "pass-fail",
  }));
  expect(read({ questions: many })!.questions).toHaveLength(100);
  const more = { ...many[0], key: "z", required: true };
  expect(read({ questions: [...many, more] })!.questions).toEqual([]);
});

test("questions about no movement are none, because nothing could name their answers", () => {
  expect(read({ questions }, { movement: undefined })).toBeUndefined();
  expect(read({ questions }, { movement: "9321" })).toBeUndefined();
});

test.each([
  undefined,
  null,
  [],
  "ask",
  { questions: "many" },
  { questions: {} },
  { questions: [] },
])("%j asks nothing", (ask) => {
  expect(read(ask)).toBeUndefined();
});

test.each([
  ["2026-12-06", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-1-1", false],
  ["0000-00-00", false],
  [20261206, false],
])("%j is a day: %s", (value, expected) => {
  expect(isDate(value)).toBe(expected);
});

const anything = fc.oneof(fc.anything(), fc.string({ maxLength: 600 }), fc.integer());
const types = fc.constantFrom(
  ...["pass-fail", "number", "text", "choice", "tags", "rating", "date", "consent", "other"],
);
const anyQuestion = fc.record(
  {
    key: fc.oneof(fc.string(), fc.constantFrom("__proto__", "toString", "a", "b"), anything),
    label: anything,
    hint: anything,
    type: fc.oneof(types, anything),
    required: fc.oneof(fc.boolean(), anything),
    unit: anything,
    min: fc.oneof(fc.double(), fc.constant("2026-11-29"), anything),
    max: fc.oneof(fc.integer({ min: -1, max: 20 }), anything),
    fails: fc.oneof(fc.array(fc.string()), anything),
    options: fc.oneof(fc.array(fc.string(), { maxLength: 60 }), anything),
  },
  { requiredKeys: [] },
);

test("questions have distinct keys, short texts and limits of their type, whatever is sent", () => {
  const any = fc.record({
    before: anything,
    until: anything,
    questions: fc.oneof(fc.array(fc.oneof(anyQuestion, anything), { maxLength: 120 }), anything),
  });
  fc.assert(
    fc.property(any, (sent) => {
      const ask = read(sent);
      if (!ask) return;
      expect(ask.questions.length).toBeLessThanOrEqual(100);
      const keys = ask.questions.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      if (ask.until !== undefined) expect(Date.parse(ask.until)).not.toBeNaN();
      for (const question of ask.questions) {
        expect(question.key).not.toBe("__proto__");
        const texts = [question.key, question.label];
        expect(Array.from(question.hint ?? "").length).toBeLessThanOrEqual(500);
        if (question.type === "choice") {
          expect(question.options.length).toBeGreaterThan(0);
          expect(question.options.length).toBeLessThanOrEqual(50);
          expect(question.options).toEqual(expect.arrayContaining(question.fails ?? []));
          texts.push(...question.options);
        }
        if (question.type === "tags") {
          expect(question.options.length).toBeGreaterThan(0);
          expect(question.options.length).toBeLessThanOrEqual(50);
          texts.push(...question.options);
        }
        if (question.type === "number") {
          texts.push(question.unit ?? "");
          for (const limit of [question.min, question.max])
            if (limit !== undefined) expect(Number.isFinite(limit)).toBe(true);
        }
        if (question.type === "rating" || question.type === "text")
          expect(question.max).toBeGreaterThanOrEqual(1);
        if (question.type === "rating") expect(question.max).toBeLessThanOrEqual(10);
        if (question.type === "text") expect(question.max).toBeLessThanOrEqual(10_000);
        if (question.type === "date")
          for (const limit of [question.min, question.max])
            if (limit !== undefined) expect(isDate(limit)).toBe(true);
        for (const text of texts) {
          expect(typeof text).toBe("string");
          expect(Array.from(text).length).toBeLessThanOrEqual(240);
        }
      }
      // What was read is read as itself.
      if (ask.questions.length > 0) expect(read(ask)).toEqual(ask);
    }),
  );
});
