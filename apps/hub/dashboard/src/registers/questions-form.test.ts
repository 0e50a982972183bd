import fc from "fast-check";
import { expect, test } from "vitest";
import { findRuleProblem } from "../../../src/definitions/register.ts";
import { type Question, questionTypes } from "../../../src/registers/questions.ts";
import {
  hasOptions,
  limitsOf,
  listToQuestions,
  moveItem,
  newQuestion,
  toQuestionDraft,
  toQuestions,
} from "./questions-form.ts";

const draft = (label: string, change: object = {}) => ({
  ...newQuestion([]),
  label,
  ...change,
});

test("the key of a new question is made of its label, and stays when the label changes", () => {
  const [first, second] = toQuestions([draft("Cable whole?"), draft("cable  WHOLE")]);
  expect([first!.key, second!.key]).toEqual(["cable-whole", "cable-whole-2"]);
  const [changed] = toQuestions([{ ...toQuestionDraft(first!), label: "Plug whole?" }]);
  expect(changed).toMatchObject({ key: "cable-whole", label: "Plug whole?" });
});

test("the hub accepts every key that is made of a label", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 200 })), (labels) => {
      const keys = toQuestions(labels.map((label) => draft(label))).map(({ key }) => key);
      for (const key of keys) expect(key).toMatch(/^[a-z0-9][a-z0-9_-]{0,39}$/);
      expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

test("a question has only the parts of its type, and numbers may have a comma", () => {
  const parts = { min: "1,5", max: "3", unit: "bar", options: [{ text: "a", fails: true }] };
  const [number, choice, plain, date, tags, consent] = toQuestions([
    draft("N", { ...parts, type: "number" }),
    draft("C", { ...parts, type: "choice" }),
    draft("P", parts),
    draft("D", { ...parts, type: "date", min: "2026-11-29" }),
    draft("T", { ...parts, type: "tags" }),
    draft("Y", { ...parts, type: "consent" }),
  ]);
  const required = true;
  expect(number).toEqual({
    key: "n",
    label: "N",
    type: "number",
    required,
    min: 1.5,
    max: 3,
    unit: "bar",
  });
  expect(choice).toEqual({
    key: "c",
    label: "C",
    type: "choice",
    required,
    options: ["a"],
    fails: ["a"],
  });
  expect(plain).toEqual({ key: "p", label: "P", type: "pass-fail", required });
  expect(tags).toEqual({ key: "t", label: "T", type: "tags", required, options: ["a"] });
  expect(consent).toEqual({ key: "y", label: "Y", type: "consent", required });
  expect(date).toMatchObject({ min: "2026-11-29", max: "3" });
});

test("the hub says what is wrong with a limit that is no number", () => {
  const questions = toQuestions([draft("Pressure", { type: "number", max: "high" })]);
  expect(findRuleProblem("inspection", { questions })).toEqual({
    ...{ field: "questions.0", reason: "“Pressure” has a min or max that is no number." },
  });
});

test("questions that nobody edits come back as they were", () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9 ]{0,9}[a-z]$/);
  const limit = fc.integer({ min: -9, max: 9 });
  const question = fc.constantFrom(...questionTypes).chain((type) =>
    fc.record(
      {
        key: fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,39}$/),
        label: word,
        type: fc.constant(type),
        required: fc.constant(true),
        hint: word,
        groups: fc.array(word, { minLength: 1 }),
        ...Object.fromEntries(
          limitsOf[type].map((name) => [name, type === "date" ? fc.constant("2026-11-29") : limit]),
        ),
        ...(type === "number" ? { unit: word } : {}),
        ...(hasOptions(type) ? { options: fc.uniqueArray(word, { minLength: 2 }) } : {}),
      },
      {
        requiredKeys: hasOptions(type)
          ? ["key", "label", "type", "options"]
          : ["key", "label", "type"],
      },
    ),
  );
  fc.assert(
    fc.property(fc.array(question), (list) => {
      const questions = list as unknown as Question[];
      expect(toQuestions(questions.map(toQuestionDraft))).toEqual(questions);
    }),
  );
});

test("each line of a first checklist is a question to pass", () => {
  expect(listToQuestions(" Seal whole? \n\nSeal  whole\n")).toEqual([
    { key: "seal-whole", label: "Seal whole?", type: "pass-fail", required: true },
    { key: "seal-whole-2", label: "Seal  whole", type: "pass-fail", required: true },
  ]);
});

test("an item moves to another place, and not beyond an end", () => {
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moveItem(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moveItem(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("cards of new questions differ, also after one was removed", () => {
  const first = newQuestion([]);
  const second = newQuestion([first]);
  expect(new Set([first, second, newQuestion([second])].map(({ id }) => id)).size).toBe(3);
});
