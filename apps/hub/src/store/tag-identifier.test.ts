import fc from "fast-check";
import { expect, test } from "vitest";
import { toTagIdentifier } from "./tag-identifier.ts";

test.each([
  ["04:A2:7F:1B:5E:80:00", "04:A2:7F:1B:5E:80:00"],
  ["04a27f1b5e8000", "04:A2:7F:1B:5E:80:00"],
  [" 04-a2-7f-1b-5e-80-00\n", "04:A2:7F:1B:5E:80:00"],
  ["de:ad:be:ef", "DE:AD:BE:EF"],
  ["bc:6f:2f:66:08:01:04:e0", "E0:04:01:08:66:2F:6F:BC"],
  ["E0:04:01:08:66:2F:6F:BC", "E0:04:01:08:66:2F:6F:BC"],
  ["ff".repeat(32), Array(32).fill("FF").join(":")],
])("converts %j to the tag %s", (written, identifier) => {
  expect(toTagIdentifier(written)).toBe(identifier);
});

test.each([
  "NoIdentifierInCompatibilityMode",
  "0f0f7c6e-8f0e-4a52-9a0e-2c7a4d1b9e01",
  "",
  "4",
  "04:A",
  "04::A2",
  "0x04",
  "Drill 7",
  "ff".repeat(33),
])("finds no tag in %j", (written) => {
  expect(toTagIdentifier(written)).toBeUndefined();
});

const uid = fc.uint8Array({ minLength: 1, maxLength: 32 });

test("converts a UID to the same tag however it is written", () => {
  fc.assert(
    fc.property(uid, fc.constantFrom("", ":", "-"), fc.boolean(), (bytes, separator, upper) => {
      const hexBytes = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
      const written = upper ? hexBytes.join(separator).toUpperCase() : hexBytes.join(separator);
      const identifier = toTagIdentifier(written)!;
      expect(identifier).toBe(toTagIdentifier(hexBytes.join("")));
      expect(identifier.toLowerCase().split(":").toSorted()).toEqual(hexBytes.toSorted());
    }),
  );
});

test("takes identifiers of up to 32 bytes", () => {
  expect(toTagIdentifier("04".repeat(32))).toHaveLength(95);
  expect(toTagIdentifier("04".repeat(33))).toBeUndefined();
  expect(toTagIdentifier("04:".repeat(340_000))).toBeUndefined();
});

test("returns an identifier that converts to itself, or undefined, for any text", () => {
  const almost = fc.string({ unit: fc.constantFrom(..."04aAfFeE:- ") });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), almost), (text) => {
      const identifier = toTagIdentifier(text);
      if (identifier === undefined) return;
      expect(identifier).toMatch(/^[0-9A-F]{2}(:[0-9A-F]{2}){0,31}$/);
      expect(toTagIdentifier(identifier)).toBe(identifier);
    }),
  );
});
