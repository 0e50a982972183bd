import { decode } from "cbor2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hexOf } from "../fixtures/vectors.ts";
import { shortestDecimal, storedAs } from "./float.ts";
import { readCbor } from "./read.ts";
import { cborArray, cborBytes, cborInteger, cborMap, cborNumber, cborText } from "./write.ts";

test.each([
  [0, "00"],
  [23, "17"],
  [24, "1818"],
  [255, "18ff"],
  [256, "190100"],
  [65536, "1a00010000"],
  [8594173675001, "1b000007d0fcab45f9"],
  [-1, "20"],
  [-257, "390100"],
  [Number.MIN_SAFE_INTEGER, "3b001ffffffffffffe"],
])("%d takes the fewest bytes", (value, hex) => {
  expect(hexOf(cborInteger(value))).toBe(hex);
});

/** The bytes of OpenPrintTag's own encoder in the published vectors. */
test.each([
  [1000, "1903e8"],
  [1.24, "f93cf6"],
  [0.3, "f934cd"],
  [11.3, "fa4134cccd"],
  [129.3, "fa43014ccd"],
  [-11.25, "f9c9a0"],
  [123.5, "f957b8"],
])("%d is written as OpenPrintTag's tools write it", (value, hex) => {
  expect(hexOf(cborNumber(value))).toBe(hex);
});

test("every number reads back the same, here as its shortest decimal and in cbor2 as the nearest float", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const bytes = cborNumber(value);
      const read = readCbor(bytes);
      if (!read.ok) throw new Error(read.reason);
      const { item } = read;
      if (item.kind === "float") expect(shortestDecimal(item.value, item.bits)).toBe(value);
      else expect(item).toMatchObject({ kind: "integer", value: value + 0 });
      expect(Math.abs((decode(bytes) as number) - value)).toBeLessThan(0.001);
    }),
  );
});

test("a decimal with three places is never more than four bytes of float away", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999, max: 999_999 }), (thousandths) => {
      expect(cborNumber(thousandths / 1000).length).toBeLessThanOrEqual(5);
    }),
  );
});

test("floats round to the nearest, halves to even, as Math.fround and DataView do", () => {
  const view = new DataView(new ArrayBuffer(2)) as DataView & {
    setFloat16(at: number, value: number): void;
    getFloat16(at: number): number;
  };
  const double = fc.oneof(
    fc.double(),
    fc.float({ min: -70_000, max: 70_000 }),
    fc.double({ min: -1e-4, max: 1e-4 }),
  );
  if (!("setFloat16" in view)) {
    console.log("Half floats are not compared: this JavaScript has no DataView.setFloat16.");
    return;
  }
  fc.assert(
    fc.property(double, (value) => {
      fc.pre(!Number.isNaN(value));
      view.setFloat16(0, value);
      expect(storedAs(value, 16)).toBe(view.getFloat16(0));
    }),
  );
});

test("texts, bytes, arrays and maps are read by cbor2, counted and open", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      (text, bytes, open) => {
        const array = cborArray([cborText(text), cborBytes(bytes)], open);
        const map = cborMap([[cborInteger(7), array]], open);
        expect(decode(map, { preferMap: true })).toEqual(new Map([[7, [text, bytes]]]));
      },
    ),
  );
});
