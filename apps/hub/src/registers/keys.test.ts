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
