import { expect, test } from "vitest";
import { addAnswers } from "./lead-answers.ts";

const kept = [
  { key: "rating", label: "Bewertung", value: 4 },
  { key: "note", label: "Notiz", value: "Wants a demo" },
];

test("answers to our own questions are in the same fields, in whichever language they were", () => {
  const questions = [
    { key: "rating", label: "Bewertung", type: "rating" },
    { key: "note", label: "Notiz", type: "text" },
  ] as const;
  const before = { Note: "Met at noon" };
  expect(addAnswers(before, { questions, kept, rules: {} }, 0)).toEqual({
    ...{ Rating: "4", Note: "Met at noon\nWants a demo" },
  });
  const rules = { questions: [...questions] };
  expect(addAnswers({}, { questions, kept, rules }, 0)).toEqual({
    ...{ Bewertung: "4", Notiz: "Wants a demo" },
  });
});
