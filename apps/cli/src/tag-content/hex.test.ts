import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHex, toHex } from "./hex.ts";

/** Any UTF-16 code unit, also half of a surrogate pair. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

test("hexadecimal is parsed to the same bytes with any separators and in either case", () => {
  const separators = fc.string({ unit: fc.constantFrom(..." \t\n:-"), maxLength: 3 });
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 40 }),
      fc.array(separators),
      fc.boolean(),
      (bytes, gaps, isUpperCase) => {
        const pairs = Array.from(bytes, (byte) => toHex(Uint8Array.of(byte)));
        const text = pairs.map((pair, i) => `${gaps[i % gaps.length] ?? ""}${pair}`).join("");
        expect(parseHex(isUpperCase ? text.toUpperCase() : text)).toEqual({
          ok: true,
          value: bytes,
        });
      },
    ),
  );
});

test("text is parsed if it consists of pairs of hexadecimal digits, and is otherwise refused with one sentence", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyUnit }),
        fc.string({ unit: fc.constantFrom(..."0123456789abcdefgABCDEF: ") }),
      ),
      (text) => {
        const parsed = parseHex(text);
        const digits = text.replace(/[\s:-]/g, "");
        expect(parsed.ok).toBe(/^([0-9a-f]{2})*$/i.test(digits));
        if (!parsed.ok) expect(parsed.reason).toMatch(/^[^\n]+\.$/);
      },
    ),
  );
});

test.each([
  ["d1010", "There are 5 hexadecimal digits, one too few or too many."],
  ["0xd1", '"x" is not a hexadecimal digit (0 to 9 and A to F).'],
  ["d1 \u202e", '"\\u202e" is not a hexadecimal digit (0 to 9 and A to F).'],
])("%j is refused with a sentence that names the problem", (text, reason) => {
  expect(parseHex(text)).toEqual({ ok: false, reason });
});
