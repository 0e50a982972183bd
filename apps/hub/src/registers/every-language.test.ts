import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hubTexts } from "../texts/hub-texts.ts";
import { verdictTexts } from "../texts/verdict-texts.ts";
import type { ReplyParts } from "./kinds/kind.ts";
import { kinds } from "./kinds/kinds.ts";
import { questionsOf } from "./kinds/leads-words.ts";
import type { KindName } from "./register.ts";
import { composeReply } from "./reply.ts";
import { results } from "./verdict.ts";

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
const label = fc.constantFrom("Ada", "Shelf A", "Drill 3");
const time = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
const quantity = fc.integer({ min: -3000, max: 9_999_999 });
const state = fc.record({
  ...{ status: fc.constantFrom("lent", "set", "passed", "failed", "seen") },
  ...{ since: time, door: label, uses: fc.nat(3), quantity, place: fc.constant(0) },
  ...{ holderLabel: maybe(label), dueAt: maybe(time), version: fc.constant(1) },
  effective: fc.constant(1),
});
const answer = fc.record({
  ...{
    key: fc.constant("k"),
    label: fc.constantFrom("Seal", "Dry?"),
    fail: maybe(fc.constant(true)),
  },
  value: fc.oneof(
    fc.constantFrom("pass", "fail", "na", "yes", "no", "x"),
    fc.integer(),
    fc.array(label),
  ),
  unit: maybe(fc.constant("bar")),
});
const facts = fc.record({
  ...{ lot: maybe(label), serial: maybe(label), expires: maybe(time), bestBefore: maybe(time) },
});
const stock = fc.record({
  ...{ action: fc.constantFrom("add", "remove", "move", "count"), unit: maybe(fc.constant("kg")) },
  ...{ minimum: maybe(quantity), facts: maybe(facts), place: maybe(label), from: maybe(label) },
  ...{ quantity: maybe(quantity), here: maybe(quantity), total: maybe(quantity) },
  ...{ before: maybe(quantity), counted: maybe(quantity), expected: maybe(quantity) },
  elsewhere: maybe(label),
});
const loan = fc.record({ entry: fc.constant(1), label, dueAt: maybe(time) });
const care = fc.record({
  ...{ before: maybe(state), after: maybe(state), holder: maybe(label), dueAt: maybe(time) },
  ...{ loans: maybe(fc.array(loan, { maxLength: 9 })), answers: maybe(fc.array(answer)) },
});
const told = fc.record({
  ...{ presence: maybe(state), inside: maybe(fc.nat()), left: maybe(fc.nat()) },
  restored: maybe(fc.constantFrom("inside", "outside")),
  seen: maybe(fc.record({ at: time, door: label })),
  ...{ round: maybe(fc.nat()), stock: maybe(stock), care: maybe(care) },
  lead: maybe(fc.record({ before: maybe(state), isDropped: fc.boolean() })),
});
const entry = fc.record({
  ...{ id: fc.constant(1), label, version: fc.constant(1), fields: fc.constant({ table: "7" }) },
  ...{ blocked: fc.boolean(), group: maybe(label), attention: maybe(label) },
  ...{ validFrom: maybe(time), validUntil: maybe(time) },
});
const situation = fc.record({
  ...{ result: fc.constantFrom(...results), told, now: time, scannedAt: maybe(time) },
  ...{ entry: maybe(entry), showsNames: fc.boolean(), capacity: maybe(fc.nat()) },
});

describe.each(hubTexts.languages)("in the language %s", (language) => {
  it.each(Object.keys(kinds) as KindName[])("every verdict of a %s is whole", (name) => {
    const kind = kinds[name];
    fc.assert(
      fc.property(fc.constantFrom(...kind.codes), situation, (code, { capacity, ...parts }) => {
        const rules = capacity === undefined ? {} : { capacity };
        const register = { name: "gala", kind, rules };
        const { reply } = composeReply({ ...parts, code, register, language } as ReplyParts);
        const { message, text, word, times = [] } = reply;
        expect(message.startsWith(`${parts.result.toUpperCase()}. `)).toBe(true);
        expect([text, word]).not.toContain("");
        expect(JSON.stringify(reply)).not.toMatch(/\{\{|\}\}|undefined|NaN|null|Invalid/);
        if (!text.endsWith("…")) for (const each of times) expect(text).toContain(each);
      }),
      { numRuns: 300 },
    );
  });

  it("the questions about a lead have labels, beside the same keys", () => {
    const { leads } = verdictTexts(language);
    expect(questionsOf({ rules: {}, language } as never)).toEqual([
      { key: "rating", label: leads.rating, type: "rating", max: 5 },
      { key: "note", label: leads.note, type: "text" },
    ]);
  });
});
