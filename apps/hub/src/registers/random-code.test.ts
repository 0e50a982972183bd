import fc from "fast-check";
import { expect, it } from "vitest";
import { createGuessing } from "./guessable.ts";
import { textKey } from "./keys.ts";
import { makeRandomCode } from "./random-code.ts";

it("writes 80 bits in Crockford's base 32, in four groups", () => {
  const make = (hex: string) => makeRandomCode(() => Uint8Array.from(Buffer.from(hex, "hex")));
  expect(make("00000000000000000000")).toBe("0000-0000-0000-0000");
  expect(make("ffffffffffffffffffff")).toBe("ZZZZ-ZZZZ-ZZZZ-ZZZZ");
  // The 16 values 0 to 15, of 5 bits each.
  expect(make("00443214c74254b635cf")).toBe("0123-4567-89AB-CDEF");
});

it("writes different bits differently", () => {
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const codes = [one, other].map((each) => makeRandomCode(() => each));
      expect(codes[0] === codes[1]).toBe(Buffer.compare(one, other) === 0);
      expect(codes[0]).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    }),
  );
});

it("makes codes that differ and that nobody finds by trying", () => {
  const codes = Array.from({ length: 1000 }, () => makeRandomCode());
  expect(new Set(codes).size).toBe(1000);
  const guessing = createGuessing();
  for (const code of codes) guessing.add([textKey(code)!]);
  expect(guessing.count()).toBe(0);
});
