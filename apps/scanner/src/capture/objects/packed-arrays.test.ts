import fc from "fast-check";
import { expect, test } from "vitest";
import { type NamedArrays, packArrays, unpackArrays } from "./packed-arrays.ts";

const arrays = fc.dictionary(
  fc.string().filter((name) => name !== "__proto__"),
  fc.oneof(fc.float32Array(), fc.uint32Array(), fc.uint8Array()),
  { noNullPrototype: true },
) as fc.Arbitrary<NamedArrays>;

test("packed arrays come back with their names, types and values", () => {
  fc.assert(
    fc.property(arrays, (given) => {
      expect(unpackArrays(packArrays(given).buffer)).toEqual(given);
    }),
  );
});

test("a file that is cut off, or any other file, is refused or holds only arrays, and never throws", () => {
  fc.assert(
    fc.property(arrays, fc.nat(200), (given, lost) => {
      const packed = packArrays({ ...given, last: new Uint32Array([1, 2, 3]) });
      const cut = packed.slice(0, Math.max(0, packed.length - 1 - lost));
      expect(unpackArrays(cut.buffer)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(() => unpackArrays(new Uint8Array(bytes).buffer)).not.toThrow();
    }),
  );
});
