import fc from "fast-check";
import { expect, it } from "vitest";
import { keysOf, textKey } from "./keys.ts";

it.each([
  [{ content: "  T-0001\n" }, {}, ["t:T-0001"]],
  [{ content: "e\u0301" }, {}, ["t:\u00e9"]],
  [{ content: "t-1" }, { ignoreCase: true }, ["t:t-1"]],
  [{ content: "TICKET:7" }, { stripPrefix: "TICKET:" }, ["t:7"]],
  [{ content: "", tag: "04:A2:B3:C4" }, {}, ["u:04:A2:B3:C4"]],
  [{ content: "x", tag: "04:A2:B3:C4" }, {}, ["u:04:A2:B3:C4", "t:x"]],
  [{ content: "x", tag: "08:12:34:56" }, {}, ["t:x"]],
  [{ content: "x", tag: "08:12:34:56:78:9A:BC" }, {}, ["u:08:12:34:56:78:9A:BC", "t:x"]],
  [{ content: "https://t.example/e/gala/T%201/" }, { links: { hosts: ["t.example"] } }, ["t:T 1"]],
  [
    { content: "https://t.example/?c=T-1" },
    { links: { hosts: ["t.example"], parameter: "c" } },
    ["t:T-1"],
  ],
  [
    { content: "https://x.example/T-1" },
    { links: { hosts: ["t.example"] } },
    ["t:https://x.example/T-1"],
  ],
  [{ content: "   " }, {}, []],
  [{ content: "Ada@Example.org" }, { contacts: true }, ["m:ada@example.org", "t:Ada@Example.org"]],
  [{ content: "Ada@Example.org" }, {}, ["t:Ada@Example.org"]],
  [
    { content: "MECARD:N:Lovelace,Ada;EMAIL:ada@a.example;EMAIL:ada@b.example;;", tag: "04:A2" },
    { contacts: true },
    ["u:04:A2", "m:ada@a.example", "m:ada@b.example", "t:ada@a.example", "t:ada@b.example"],
  ],
  [
    { content: "MECARD:N:Lovelace,Ada;TEL:123;;" },
    { contacts: true },
    ["t:MECARD:N:Lovelace,Ada;TEL:123;;"],
  ],
  [{ content: "T-0001" }, { contacts: true }, ["t:T-0001"]],
])("finds the keys of %j with %j", (scan, rules, keys) => {
  expect(keysOf(scan, rules)).toEqual(keys);
});

it("finds the same key for a scan and for the text in a list, whatever they contain", () => {
  const rules = fc.record({
    ignoreCase: fc.boolean(),
    stripPrefix: fc.string({ maxLength: 3 }),
    links: fc.constant({ hosts: ["t.example"] as string[] }),
  });
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), rules, (content, keyRules) => {
      const key = textKey(content, keyRules);
      expect(keysOf({ content: ` ${content}\n` }, keyRules)).toEqual(
        key === undefined ? [] : [key],
      );
    }),
  );
});

it("finds the same key for a mail address, whatever spells it", () => {
  const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,20}$/);
  const letterCase = fc.constantFrom("toUpperCase" as const, "toLowerCase" as const);
  const written = fc.constantFrom<(address: string) => string>(
    (address) => ` ${address}\n`,
    (address) => `mailto:${address}`,
    (address) => `MECARD:N:Lovelace,Ada;EMAIL:${address};;`,
    (address) => `BEGIN:VCARD\nVERSION:2.1\nN:Lovelace;Ada\nEMAIL;INTERNET:${address}\nEND:VCARD`,
    (address) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEMAIL;TYPE=work:${address}\r\nEND:VCARD\r\n`,
    (address) =>
      `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nitem1.EMAIL:mailto:${address}\r\nEND:VCARD\r\n`,
  );
  fc.assert(
    fc.property(part, part, letterCase, written, (name, host, inCase, write) => {
      const address = `${name}@${host}.example`;
      const inList = textKey(address, { contacts: true });
      expect(inList).toBe(`m:${address.toLowerCase()}`);
      expect(keysOf({ content: write(address[inCase]()) }, { contacts: true })[0]).toBe(inList);
    }),
  );
});

it("has no key for a text of more than 4,096 characters", () => {
  expect(keysOf({ content: "a".repeat(4096) })).toEqual([`t:${"a".repeat(4096)}`]);
  expect(keysOf({ content: "a".repeat(4097) })).toEqual([]);
});

it("composes letters with up to 30 accents and leaves more as they are written", () => {
  expect(textKey(`e\u0301${"\u0316".repeat(29)}`)).toBe(
    `t:é${"\u0316".repeat(29)}`.normalize("NFC"),
  );
  const many = `e\u0301${"\u0316".repeat(30)}`;
  expect(textKey(many)).toBe(`t:${many}`);
});

it("finds at most eight keys", () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `EMAIL:a${index}@example.org;`);
  const content = `MECARD:N:Lovelace,Ada;${addresses.join("")};`;
  expect(keysOf({ content, tag: "04:A2:B3:C4" }, { contacts: true })).toHaveLength(8);
});
