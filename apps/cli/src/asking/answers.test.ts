import { checkAnswer, type Question } from "@scanhook/webhook";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeFail,
  formatQuestion,
  readAnswer,
  readAnswerOptions,
  readAnswers,
} from "./answers.ts";

const questions: Question[] = [
  { key: "gauge", label: "Gauge", type: "pass-fail", required: true },
  { key: "pressure", label: "Pressure", type: "number", unit: "bar", min: 12 },
  { key: "seal", label: "Seal", type: "choice", options: ["Intact", "2", "broken"] },
  { key: "care", label: "Condition", type: "rating", max: 5, hint: "By eye." },
  { key: "due", label: "Back by", type: "date", max: "2026-12-31" },
  { key: "note", label: "Note", type: "text", max: 20 },
  { key: "topics", label: "Topics", type: "tags", options: ["Hot", "A, B", "Press"] },
  { key: "mail", label: "May we write to you?", type: "consent", required: true },
];
const find = (key: string) => questions.find((question) => question.key === key)!;

describe("a typed answer", () => {
  it.each([
    ["gauge", "P", "pass"],
    ["gauge", " Fail ", "fail"],
    ["gauge", "n", "na"],
    ["pressure", "12,5", 12.5],
    ["pressure", "", undefined],
    ["seal", "1", "Intact"],
    ["seal", "2", "2"],
    ["seal", "3", "broken"],
    ["seal", "INTACT", "Intact"],
    ["care", "4", 4],
    ["due", "2026-12-06", "2026-12-06"],
    ["note", " a note ", "a note"],
    ["topics", "press, HOT", ["Hot", "Press"]],
    ["topics", "3,2", ["A, B", "Press"]],
    ["topics", "A, B", ["A, B"]],
    ["topics", " ", undefined],
    ["mail", "Y", "yes"],
    ["mail", "no", "no"],
  ] as const)("to %s, %j, is %j", (key, text, value) => {
    expect(readAnswer(find(key), text)).toEqual({ ok: true, value });
  });

  it.each([
    ["gauge", "", "Answer “Gauge”."],
    ["gauge", "yes", "The answer to “Gauge” is pass, fail or na."],
    ["pressure", "much", "The answer to “Pressure” is a number."],
    ["seal", "4", "The answer to “Seal” is one of Intact, 2, broken."],
    ["care", "6", "The answer to “Condition” is a whole number from 1 to 5."],
    ["due", "2027-01-01", "The answer to “Back by” is a day such as 2026-12-06 to 2026-12-31."],
    ["topics", "4", "The answer to “Topics” is any of Hot, A, B, Press, with commas between them."],
    ["mail", "maybe", "The answer to “May we write to you?” is yes or no."],
    ["note", "x".repeat(21), "The answer to “Note” is a text of at most 20 characters."],
  ])("to %s, %j, is refused", (key, text, reason) => {
    expect(readAnswer(find(key), text)).toEqual({ ok: false, reason });
  });

  it("is one that the receiver takes, whatever its text is", () => {
    const text = fc.oneof(fc.string(), fc.constantFrom("p", "1", "5", "2026-12-06", "1e9", "-0"));
    fc.assert(
      fc.property(fc.constantFrom(...questions), text, (question, typed) => {
        const read = readAnswer(question, typed);
        if (read.ok) expect(checkAnswer(question, read.value)).toBeUndefined();
        else expect(read.reason).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

it("an option of an answer may have = in its text, and any key", () => {
  const key = fc.string({ minLength: 1 }).filter((text) => !text.includes("="));
  fc.assert(
    fc.property(fc.dictionary(key, fc.string(), { noNullPrototype: true }), (typed) => {
      const values = Object.entries(typed).map(([name, text]) => `${name}=${text}`);
      expect(readAnswerOptions(values)).toEqual({ ok: true, value: typed });
    }),
  );
  for (const value of ["gauge", "=pass", ""])
    expect(readAnswerOptions([value])).toMatchObject({ ok: false });
  expect(readAnswerOptions(["a=1", "a=2"])).toEqual({
    ...{ ok: false, reason: "--answer a is given twice; give it once." },
  });
});

it("answers may lack a required one, and have no others than those of the questions", () => {
  expect(readAnswers(questions, { care: "3", note: "" })).toEqual({ ok: true, value: { care: 3 } });
  expect(readAnswers(questions, { car: "3" })).toEqual({
    ok: false,
    reason:
      "No question has the key “car”; the keys are gauge, pressure, seal, care, due, note, topics, mail.",
  });
});

it("a question tells what its answer looks like, and a number what counts as failed", () => {
  expect(questions.map(formatQuestion)).toEqual([
    "Gauge (pass, fail or na)",
    "Pressure (a number of bar, good: 12 or more; may be left out)",
    "Seal (1 Intact, 2 2, 3 broken; may be left out)",
    "Condition (1 to 5; may be left out) By eye.",
    "Back by (a day such as 2026-12-06 to 2026-12-31; may be left out)",
    "Note (at most 20 characters; may be left out)",
    "Topics (any of 1 Hot, 2 A, B, 3 Press; with commas between them; may be left out)",
    "May we write to you? (yes or no)",
  ]);
  expect(describeFail(find("pressure"), 11)).toBe("Good is 12 or more, so 11 counts as failed.");
  expect(describeFail(find("pressure"), 12)).toBeUndefined();
});
