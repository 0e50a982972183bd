import fc from "fast-check";
import { expect, it } from "vitest";
import { keysOf } from "./keys.ts";
import { parseTypedKey } from "./typed-key.ts";

it.each([
  ["t: T-0001 ", {}, "t:T-0001"],
  ["t:TICKET:T-1", { ignoreCase: true, stripPrefix: "TICKET:" }, "t:t-1"],
  ["u:04a2-b3c4 d5e6f7", {}, "u:04:A2:B3:C4:D5:E6:F7"],
  ["m:Ada@Example.org", { contacts: true }, "m:ada@example.org"],
  ["t:Ada@Example.org", { contacts: true }, "m:ada@example.org"],
  ["t:036000291452", { products: true }, "g:0100036000291452"],
  ["t:(01)09521234543213(21)A", { products: true, ignoreCase: true }, "g:010952123454321321a"],
  ["g:9521234543213", { products: true, stripPrefix: "9" }, "g:0109521234543213"],
  ["g:010952123454321321A", { products: true }, "g:010952123454321321A"],
  ["g:80049520A", { products: true, contacts: true }, "g:80049520A"],
])("reads %j with %j", (text, rules, key) => {
  expect(parseTypedKey(text, rules)).toEqual({ ok: true, value: key });
});

it.each([
  ["T-0001", {}, "“T-0001” is no code; write t:"],
  ["", {}, "“” is no code"],
  ["t:  ", {}, "The code is empty"],
  ["t:a\u202eb", {}, "has control characters"],
  [`t:${"x".repeat(2001)}`, {}, "The code is too long"],
  ["u:08123456", {}, "“08123456” is no UID that stays the same"],
  ["u:T-1", {}, "“T-1” is no UID"],
  ["m:ada@example.org", {}, "This register does not read contacts"],
  ["g:9521234543213", {}, "This register does not read products"],
  ["g:9521234543214", { products: true }, "“9521234543214” is no number of a product"],
  ["g:", { products: true }, "“” is no number"],
  ["m:Ada", { contacts: true }, "“Ada” is no mail address"],
])("refuses %j with %j in words", (text, rules, sentence) => {
  const parsed = parseTypedKey(text, rules);
  expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(sentence) });
});

it("reads a key by which a scan of the same text finds the entry, whatever the text is", () => {
  const rules = fc.record({
    ...{ ignoreCase: fc.boolean(), contacts: fc.boolean(), products: fc.boolean() },
  });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), rules, (content, keyRules) => {
      const parsed = parseTypedKey(`t:${content}`, keyRules);
      if (parsed.ok) expect(keysOf({ content }, keyRules)).toContain(parsed.value);
      else expect(parsed.reason).toMatch(/\.$/);
    }),
  );
});
