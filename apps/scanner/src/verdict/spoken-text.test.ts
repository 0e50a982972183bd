import type { Verdict } from "@scanhook/webhook";
import { expect, test } from "vitest";
import { toSpokenText } from "./spoken-text.ts";

const verdict: Verdict = { result: "yes", code: "added", word: "ADDED 12", text: "", facts: [] };
const say = (change: Partial<Verdict>) =>
  toSpokenText({ kind: "accepted", status: 200, verdict: { ...verdict, ...change } });

test("the word, the name and the amount that is there now are said", () => {
  const booking = { quantity: 12, here: 24, total: 36 };
  expect(say({ title: "Screws", booking })).toBe("added 12. Screws. 24 there");
  expect(say({ title: "Flour", booking: { ...booking, here: 1.5, unit: "kg" } })).toBe(
    "added 12. Flour. 1.5 kg there",
  );
  expect(say({ word: "IN", title: "Ada Lovelace" })).toBe("in. Ada Lovelace");
  expect(say({ word: "UNKNOWN" })).toBe("unknown");
});

test("of a receiver that decides nothing, it is said whether the scan arrived", () => {
  expect(toSpokenText({ kind: "accepted", status: 204 })).toBe("Sent");
  const reply = { text: "Shelf 7", warning: false };
  expect(toSpokenText({ kind: "accepted", status: 200, reply })).toBe("Sent. Shelf 7");
  const late = { kind: "unreachable", cause: "timeout", reason: "late" } as const;
  expect(toSpokenText(late)).toBe("Not sent");
});

test("a decision that did not come is said too", () => {
  const lost = { kind: "unreachable", cause: "timeout", reason: "late", unchecked: true } as const;
  expect(toSpokenText(lost)).toBe("Not checked");
});
