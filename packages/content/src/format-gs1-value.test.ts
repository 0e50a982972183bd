import { expect, test } from "vitest";
import { formatGs1Value } from "./format-gs1-value.ts";
import { parseGs1 } from "./gs1.ts";

test.each([
  ["(17)261130", /2026/, /30/],
  ["(7003)2611301405", /2026/, /05/],
  ["(3103)001750", /^1\.750 kg$/, /kg/],
  ["(10)AB-1", /^AB-1$/, /AB/],
])("a part of %s is a text for people", (code, first, second) => {
  const [part] = parseGs1(code)!;
  expect(formatGs1Value(part!)).toMatch(first);
  expect(formatGs1Value(part!)).toMatch(second);
});
