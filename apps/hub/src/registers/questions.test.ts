import { expect, test } from "vitest";
import { findAnswerProblem } from "./answer-problem.ts";
import {
  type Answers,
  formatAnswerLine,
  keepAnswers,
  type Question,
  sortAnswers,
} from "./questions.ts";

const questions: Question[] = [
  { key: "topics", label: "Topics", type: "tags", options: ["Hot", "Partner", "Press"] },
  { key: "mail", label: "May we write to you?", type: "consent" },
];
const required = questions.map((question) => ({ ...question, required: true }));

test.each<[Answers]>([
  [{ topics: ["Press", "Hot"], mail: "yes" }],
  [{ topics: [], mail: "no" }],
  [{ topics: "" }],
  [{}],
])("tags and a consent can be answered with %j", (answers) => {
  expect(findAnswerProblem(questions, answers, "en")).toBeUndefined();
});

test.each<[Answers, string, string]>([
  [{ topics: "Hot" }, "topics", "Hot, Partner, Press"],
  [{ topics: ["Hot", "Hot"] }, "topics", "different"],
  [{ topics: ["Cold"] }, "topics", "Hot, Partner, Press"],
  [{ topics: 1 }, "topics", "Hot, Partner, Press"],
  [{ mail: "maybe" }, "mail", "yes or no"],
  [{ mail: ["yes"] }, "mail", "yes or no"],
])("tags and a consent cannot be answered with %j", (answers, key, words) => {
  const problem = findAnswerProblem(questions, answers, "en");
  expect(problem?.key).toBe(key);
  expect(problem?.reason).toContain(words);
});

test.each<[Answers, string]>([
  [{ mail: "no" }, "topics"],
  [{ topics: [], mail: "no" }, "topics"],
  [{ topics: ["Hot"] }, "mail"],
])("required tags need one, and a required consent needs yes or no: %j", (answers, key) => {
  expect(findAnswerProblem(required, answers, "en")?.key).toBe(key);
});

test.each<Question["type"]>(["pass-fail", "choice", "number", "text", "rating", "date"])(
  "a list is no answer to a question of the type %s",
  (type) => {
    const asked = [{ key: "x", label: "X", type, options: ["pass", "a"] }];
    expect(findAnswerProblem(asked, { x: ["pass"] }, "en")?.key).toBe("x");
    expect(findAnswerProblem(asked, { x: ["a"] }, "en")?.key).toBe("x");
  },
);

test("tags are kept in the order of their options, whatever the order they came in", () => {
  const sorted = sortAnswers(questions, { mail: "yes", topics: ["Press", "Hot"] });
  expect(JSON.stringify(sorted)).toBe('{"topics":["Hot","Press"],"mail":"yes"}');
  expect(sortAnswers(questions, { topics: [], mail: "" })).toEqual({});
});

test.each([
  ["Pressure", "Pressure: yes"],
  ["Is it dry?", "Is it dry? yes"],
  ["I agree to get mail.", "I agree to get mail. yes"],
])("an answer to “%s” reads “%s”", (label, line) => {
  expect(formatAnswerLine({ key: "x", label, value: "yes" })).toBe(line);
});

test("neither tags nor a consent count as a fail, and both read as words", () => {
  const kept = keepAnswers(questions, { topics: ["Press", "Hot"], mail: "no" });
  expect(kept.map(({ value, fail }) => [value, fail])).toEqual([
    [["Hot", "Press"], undefined],
    ["no", undefined],
  ]);
  expect(kept.map(formatAnswerLine)).toEqual(["Topics: Hot, Press", "May we write to you? no"]);
});
