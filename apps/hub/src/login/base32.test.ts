import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase32, encodeBase32 } from "./base32.ts";

// The vectors of RFC 4648, section 10.
test.each([
  ["", ""],
  ["f", "MY======"],
  ["fo", "MZXQ===="],
  ["foo", "MZXW6==="],
  ["foob", "MZXW6YQ="],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI======"],
])("encodes and decodes “%s” as RFC 4648 does", (text, encoded) => {
  const unpadded = encoded.replaceAll("=", "");
  expect(encodeBase32(Buffer.from(text))).toBe(unpadded);
  for (const given of [encoded, unpadded, unpadded.toLowerCase()]) {
    expect(decodeBase32(given)?.toString()).toBe(text);
  }
});

test("decodes any bytes as they were encoded", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(decodeBase32(encodeBase32(bytes))).toEqual(Buffer.from(bytes));
    }),
  );
});

test("decodes only texts that an encoder writes", () => {
  for (const text of ["A", "ABC", "ABCDEF", "M1", "MZ", "MY=A", "MY ", "ßA", "ıE"]) {
    expect([text, decodeBase32(text)]).toEqual([text, undefined]);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      const decoded = decodeBase32(text);
      if (decoded) expect(encodeBase32(decoded)).toBe(text.replace(/=*$/, "").toUpperCase());
    }),
  );
});
