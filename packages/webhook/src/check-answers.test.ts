import fc from "fast-check";
import { expect, test } from "vitest";
import type { Question } from "./ask.ts";
import { type AnswerProblem, checkAnswers, countsAsFailed, toAnswers } from "./check-answers.ts";

const questions: Question[] = [
  { key: "gauge", label: "Needle in the green?", type: "pass-fail", required: true },
  { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12, max: 15 },
  { key: "seal", label: "Seal", type: "choice", options: ["intact", "broken"] },
  { key: "care", label: "Condition", type: "rating", max: 5 },
  { key: "due", label: "Back by", type: "date", min: "2026-11-29", max: "2026-12-31" },
  { key: "note", label: "Note", type: "text", max: 10 },
  { key: "topics", label: "Topics", type: "tags", options: ["Hot", "Partner", "A, B"] },
  { key: "mail", label: "May we write to you?", type: "consent" },
];
const seal = {
  key: "seal",
  label: "Seal",
  type: "choice",
  options: ["intact", "broken", "gone"],
} satisfies Question;
const care = { key: "care", label: "Condition", type: "rating", max: 5 } satisfies Question;
const good = {
  gauge: "pass",
  pressure: 12.5,
  seal: "intact",
  care: 5,
  due: "2026-12-05",
  note: "🧯".repeat(10),
  topics: ["Partner", "Hot"],
  mail: "no",
};

test("answers of every type are taken, and optional ones may be missing", () => {
  expect(checkAnswers(questions, good)).toBeUndefined();
  expect(checkAnswers(questions, { gauge: "na" })).toBeUndefined();
  expect(checkAnswers(questions, { gauge: "na", topics: [] })).toBeUndefined();
});

const wrong: [object, string, AnswerProblem["problem"]][] = [
  [{ gauge: undefined }, "gauge", "missing"],
  [{ gauge: "yes" }, "gauge", "not-pass-fail"],
  [{ pressure: "12,5 bar" }, "pressure", "not-a-number"],
  [{ pressure: Number.NaN }, "pressure", "not-a-number"],
  [{ seal: "Intact" }, "seal", "not-an-option"],
  [{ care: 0 }, "care", "not-stars"],
  [{ care: 6 }, "care", "not-stars"],
  [{ care: 2.5 }, "care", "not-stars"],
  [{ care: "5" }, "care", "not-stars"],
  [{ due: "2026-02-30" }, "due", "not-a-date"],
  [{ due: "2026-11-28" }, "due", "too-early"],
  [{ due: "2027-01-01" }, "due", "too-late"],
  [{ note: "12345678901" }, "note", "too-long"],
  [{ note: 7 }, "note", "not-a-text"],
  [{ topics: "Hot" }, "topics", "not-tags"],
  [{ topics: ["Hot", "Hot"] }, "topics", "not-tags"],
  [{ topics: ["Hot", "Cold"] }, "topics", "not-tags"],
  [{ mail: "maybe" }, "mail", "not-yes-or-no"],
  [{ mail: ["yes"] }, "mail", "not-yes-or-no"],
  [{ colour: "red" }, "colour", "not-asked"],
  [{ due: "soon", seal: "gone" }, "seal", "not-an-option"],
];
test.each(wrong)("%j is wrong first at %s: %s", (change, key, problem) => {
  const answers = JSON.parse(JSON.stringify({ ...good, ...change }));
  if ("pressure" in change) Object.assign(answers, change);
  expect(checkAnswers(questions, answers)).toEqual({ key, problem });
});

test("a blank text answers no question", () => {
  const asked: Question[] = [{ key: "note", label: "Note", type: "text", max: 9, required: true }];
  expect(checkAnswers(asked, { note: " \n" })).toEqual({ key: "note", problem: "missing" });
});

test("required tags need one", () => {
  const options = ["Hot"];
  const asked: Question[] = [{ key: "t", label: "T", type: "tags", options, required: true }];
  const missing = { key: "t", problem: "missing" };
  expect(checkAnswers(asked, { t: [] })).toEqual(missing);
  expect(checkAnswers(asked, {})).toEqual(missing);
  expect(checkAnswers(asked, { t: ["Hot"] })).toBeUndefined();
});

test.each([
  [0, "fail", true],
  [0, "pass", false],
  [0, "na", false],
  [1, 11.9, true],
  [1, 12, false],
  [1, 15, false],
  [1, 15.1, true],
  [1, "15,1", false],
  [3, 1, false],
  [6, ["Hot"], false],
  [7, "no", false],
] as const)("an answer to question %s of %j counts as failed: %s", (index, answer, failed) => {
  expect(countsAsFailed(questions[index]!, answer)).toBe(failed);
});

test("a number without a limit on one side fails only on the other", () => {
  const cold: Question = { key: "t", label: "Temperature", type: "number", max: -18 };
  expect(countsAsFailed(cold, -200)).toBe(false);
  expect(countsAsFailed(cold, -17)).toBe(true);
});

test.each<[Question, string | number | undefined, boolean]>([
  [{ ...seal, fails: ["broken", "gone"] }, "broken", true],
  [{ ...seal, fails: ["broken", "gone"] }, "intact", false],
  [{ ...seal, fails: ["broken", "gone"] }, undefined, false],
  [seal, "broken", false],
  [{ ...care, min: 3 }, 2, true],
  [{ ...care, min: 3 }, 3, false],
  [{ ...care, min: 3 }, undefined, false],
  [care, 1, false],
])("of %j, the answer %j counts as failed: %s", (question, answer, failed) => {
  expect(countsAsFailed(question, answer)).toBe(failed);
});

test.each([
  ["12,5", 12.5],
  ["12.5", 12.5],
  [" -18 ", -18],
  ["−18", -18],
  ["+3", 3],
  [",5", 0.5],
  ["12.", 12],
  ["1.234,5", "1.234,5"],
  ["1e3", "1e3"],
  ["12 bar", "12 bar"],
  [".", "."],
  ["0x10", "0x10"],
])("the typed number %j is %j", (typed, expected) => {
  expect(toAnswers(questions, { pressure: typed })).toEqual({ pressure: expected });
});

test("what is blank is left out, and texts are trimmed", () => {
  expect(toAnswers(questions, { gauge: "pass", care: "4", note: " dry\n", seal: " " })).toEqual({
    gauge: "pass",
    care: 4,
    note: "dry",
  });
});

test("typed tags are lines, sent in the order of the options and once", () => {
  const typed = "A, B\n\nPartner\nHot\nPartner\n";
  expect(toAnswers(questions, { topics: typed })).toEqual({ topics: ["Hot", "Partner", "A, B"] });
  expect(toAnswers(questions, { topics: "\n" })).toEqual({});
  const unknown = toAnswers(questions, { topics: "Cold\nHot" });
  expect(unknown).toEqual({ topics: ["Hot", "Cold"] });
});

test("answers that are taken stay so over JSON, and problems name a key", () => {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom("pass", "intact", 3, "2026-12-01", "yes"),
    fc.array(fc.constantFrom("Hot", "Partner", "Cold")),
  );
  const keys = fc.constantFrom(...questions.map(({ key }) => key), "other", "constructor");
  fc.assert(
    fc.property(fc.dictionary(keys, value), (answers) => {
      const found = checkAnswers(questions, answers);
      expect(checkAnswers(questions, JSON.parse(JSON.stringify(answers)))).toEqual(found);
      if (found?.problem === "not-asked") expect(Object.keys(answers)).toContain(found.key);
      else if (found) expect(questions.map(({ key }) => key)).toContain(found.key);
    }),
  );
});
