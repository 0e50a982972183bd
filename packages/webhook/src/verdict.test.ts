import fc from "fast-check";
import { expect, test } from "vitest";
import { parseVerdict } from "./verdict.ts";

const verdict = {
  result: "no",
  code: "already-in",
  word: "ALREADY IN",
  title: "Ada Lovelace",
  text: "since 14:02, north-door",
  facts: [["Ticket", "Speaker"]],
  counts: { inside: 412, capacity: 900 },
  movement: 9321,
  at: "2026-11-22T14:09:12Z",
  may: ["undo"],
  tap: true,
};

test("a verdict is read without the fields that are not part of it", () => {
  const body = JSON.stringify({ ok: false, message: "NO.", verdict: { ...verdict, more: 1 } });
  expect(parseVerdict(body)).toEqual(verdict);
});

test("a verdict without title, facts and counts is complete", () => {
  const least = { result: "yes", code: "checked-in", word: "IN", text: "" };
  expect(parseVerdict(JSON.stringify({ verdict: least }))).toEqual({ ...least, facts: [] });
});

test.each([
  ["not JSON"],
  ["null"],
  [JSON.stringify(verdict)],
  [JSON.stringify({ verdict: { ...verdict, result: "maybe" } })],
  [JSON.stringify({ verdict: { ...verdict, word: "" } })],
  [JSON.stringify({ verdict: { ...verdict, text: 7 } })],
])("%s has no verdict", (body) => {
  expect(parseVerdict(body)).toBeUndefined();
});

test("a verdict has short texts and few facts, whatever a receiver sends", () => {
  const facts = fc.array(fc.oneof(fc.anything(), fc.array(fc.string())), { maxLength: 100 });
  const any = fc.record({
    result: fc.constant("look"),
    code: fc.string(),
    word: fc.string(),
    facts,
    text: fc.string({ maxLength: 1000 }),
    title: fc.anything(),
    counts: fc.anything(),
  });
  fc.assert(
    fc.property(any, (sent) => {
      const parsed = parseVerdict(JSON.stringify({ verdict: sent }));
      if (!parsed) return;
      expect(Array.from(parsed.text).length).toBeLessThanOrEqual(240);
      expect(parsed.facts.length).toBeLessThanOrEqual(40);
      for (const fact of parsed.facts)
        expect(fact.map((part) => typeof part)).toEqual(["string", "string"]);
    }),
  );
});
