import { decode } from "cbor2";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toHex } from "../testing/vectors.ts";
import { decodeCbor } from "./decode.ts";
import {
  encodeArray,
  encodeBytes,
  encodeInteger,
  encodeMap,
  encodeNumber,
  encodeText,
} from "./encode.ts";
import { findShortestDecimal, roundToFloat } from "./float.ts";

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
])("encodes %d in the fewest bytes", (value, hex) => {
  expect(toHex(encodeInteger(value))).toBe(hex);
});

/** From the published vectors, which OpenPrintTag's own encoder made. */
test.each([
  [1000, "1903e8"],
  [1.24, "f93cf6"],
  [0.3, "f934cd"],
  [11.3, "fa4134cccd"],
  [129.3, "fa43014ccd"],
  [-11.25, "f9c9a0"],
  [123.5, "f957b8"],
])("encodes %d like OpenPrintTag's tools", (value, hex) => {
  expect(toHex(encodeNumber(value))).toBe(hex);
});

test("any number decodes to the same decimal, and in cbor2 to a float less than 0.001 away", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const bytes = encodeNumber(value);
      const decoded = decodeCbor(bytes);
      if (!decoded.ok) throw new Error(decoded.reason);
      const { item } = decoded;
      if (item.kind === "float") expect(findShortestDecimal(item.value, item.bits)).toBe(value);
      else expect(item).toMatchObject({ kind: "integer", value: value + 0 });
      expect(Math.abs((decode(bytes) as number) - value)).toBeLessThan(0.001);
    }),
  );
});

test("encodes decimals with three places in at most a head and a four-byte float", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999, max: 999_999 }), (thousandths) => {
      expect(encodeNumber(thousandths / 1000).length).toBeLessThanOrEqual(5);
    }),
  );
});

test("roundToFloat rounds to the nearest half-precision float like DataView", () => {
  const view = new DataView(new ArrayBuffer(2)) as DataView & {
    setFloat16(offset: number, value: number): void;
    getFloat16(offset: number): number;
  };
  const double = fc.oneof(
    fc.double(),
    fc.float({ min: -70_000, max: 70_000 }),
    fc.double({ min: -1e-4, max: 1e-4 }),
  );
  if (!("setFloat16" in view)) {
    console.log("Half-precision floats are not compared: this runtime has no DataView.setFloat16.");
    return;
  }
  fc.assert(
    fc.property(double, (value) => {
      fc.pre(!Number.isNaN(value));
      view.setFloat16(0, value);
      expect(roundToFloat(value, 16)).toBe(view.getFloat16(0));
    }),
  );
});

test("cbor2 decodes texts, bytes, arrays and maps of definite and indefinite length", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      (text, bytes, indefinite) => {
        const array = encodeArray([encodeText(text), encodeBytes(bytes)], indefinite);
        const map = encodeMap([[encodeInteger(7), array]], indefinite);
        expect(decode(map, { preferMap: true })).toEqual(new Map([[7, [text, bytes]]]));
      },
    ),
  );
});
