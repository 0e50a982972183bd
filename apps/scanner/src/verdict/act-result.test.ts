import type { Verdict } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { isRefused, toNamedVerdict } from "./act-result.ts";

const booking = { quantity: 2, unit: "kg", place: "Shelf A", here: 5, total: 9, unnamed: 7 };
const verdict: Verdict = {
  result: "look",
  code: "unnamed",
  word: "NEW CODE",
  title: "9780201379624",
  text: "New code: 2 kg added to Shelf A; 5 kg there. Give it a name.",
  facts: [],
  movement: 3,
  booking,
  may: ["undo", "correct", "name"],
};

test("an article with a name needs no other, and can still be undone and corrected", () => {
  expect(toNamedVerdict(verdict, booking, "Flour")).toEqual({
    ...verdict,
    result: "yes",
    word: "Named",
    title: "Flour",
    text: "It has this name from now on. 5 kg there.",
    booking: { quantity: 2, unit: "kg", place: "Shelf A", here: 5, total: 9 },
    may: ["undo", "correct"],
  });
});

test.each([
  ["undo", "no", true],
  ["undo", "look", true],
  ["undo", "yes", false],
  ["correct", "no", true],
  ["correct", "look", false],
  ["let-in", "no", false],
] as const)("the act %s with the verdict %s is refused: %s", (kind, result, refused) => {
  const step = { kind, movement: 3, quantity: "2" };
  expect(isRefused(step, { ...verdict, result })).toBe(refused);
});
