import type { Question } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { explainFailing, nameLimits } from "./limits.ts";
import { sayAnswer } from "./say-answer.ts";

const asked = { key: "x", label: "X" };
const number: Question = { ...asked, type: "number", unit: "bar", min: 12, max: 15 };

test.each<[Question, string, string]>([
  [{ ...asked, type: "pass-fail" }, "pass", "Pass"],
  [{ ...asked, type: "pass-fail" }, "na", "Not applicable"],
  [{ ...asked, type: "consent" }, "no", "No"],
  [{ ...asked, type: "tags", options: ["Hot", "Press"] }, "Hot\nPress", "Hot, Press"],
  [number, " 12,5 ", "12,5 bar"],
  [{ ...asked, type: "number" }, "7", "7"],
  [{ ...asked, type: "rating", max: 5 }, "1", "1 star of 5"],
  [{ ...asked, type: "rating", max: 5 }, "4", "4 stars of 5"],
  [{ ...asked, type: "text", max: 9 }, "a\nb", "a\nb"],
  [{ ...asked, type: "text", max: 9 }, " ", "No answer"],
])("the answer to %j of %j reads %j", (question, typed, words) => {
  expect(sayAnswer(question, typed)).toBe(words);
});

test.each<[Question, string, string]>([
  [number, "7", "Outside of 12–15 bar: counts as failed."],
  [{ ...asked, type: "number", min: 0 }, "-1", "Below 0: counts as failed."],
  [{ ...asked, type: "number", unit: "°C", max: -18 }, "-17", "Above -18 °C: counts as failed."],
  [{ ...asked, type: "rating", min: 3, max: 5 }, "2", "Below 3 stars: counts as failed."],
  [
    { ...asked, type: "choice", options: ["intact", "broken"], fails: ["broken"] },
    "broken",
    "broken: counts as failed.",
  ],
])("the question %j says of the answer %j that it fails: %s", (question, typed, words) => {
  expect(explainFailing(question, typed)).toBe(words);
});

test.each<[Question, string]>([
  [number, "12–15 bar"],
  [{ ...asked, type: "number", min: 0 }, "at least 0"],
  [{ ...asked, type: "number", unit: "°C", max: -18 }, "at most -18 °C"],
  [{ ...asked, type: "number" }, ""],
  [{ ...asked, type: "rating", max: 5 }, ""],
  [{ ...asked, type: "rating", min: 3, max: 5 }, "at least 3 stars"],
])("the limits of %j are %j", (question, words) => {
  expect(nameLimits(question)).toBe(words);
});
