import { expect, test } from "vitest";
import type { Ask } from "./ask.ts";
import { needsAnswers } from "./needs-answers.ts";

const optional: Ask["questions"] = [{ key: "note", label: "Note", type: "text", max: 9 }];
const required: Ask["questions"] = [{ ...optional[0]!, required: true }];

test.each([
  ["ask", true, optional, true],
  ["look", true, required, false],
  ["yes", false, optional, false],
  ["yes", false, required, true],
  ["look", false, required, true],
  ["ask", true, [], false],
] as const)(
  "the result %s with before: %s and %j has to be answered: %s",
  (result, before, questions, expected) => {
    const ask = { before, questions: [...questions] };
    expect(needsAnswers({ result, ask })).toBe(expected);
  },
);

test("a verdict that asks nothing needs no answers", () => {
  expect(needsAnswers({ result: "ask" })).toBe(false);
});
