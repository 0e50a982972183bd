import fc from "fast-check";
import { expect, test } from "vitest";
import { codes, symbologies, toModules } from "./symbologies.ts";
import { encodeBars } from "./testing/draw-profile.ts";

/** The modules of a symbol as BWIPP encodes it. */
function encodeModules(bcid: string, digits: string): string {
  return encodeBars(bcid, digits)
    .map((width, index) => (index % 2 === 0 ? "1" : "0").repeat(width))
    .join("");
}

function checkDigit(digits: string): number {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, i) => total + +digit * (i % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** The number that a UPC-E symbol stands for, without the check digit. */
function expandUpce(system: string, digits: string): string {
  const last = Number(digits[5]);
  if (last <= 2) return `${system}${digits.slice(0, 2)}${last}0000${digits.slice(2, 5)}`;
  if (last === 3) return `${system}${digits.slice(0, 3)}00000${digits.slice(3, 5)}`;
  if (last === 4) return `${system}${digits.slice(0, 4)}00000${digits[4]}`;
  return `${system}${digits.slice(0, 5)}0000${last}`;
}

const digitsOf = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count });

test("EAN-13 symbols are made of the modules that BWIPP draws", () => {
  fc.assert(
    fc.property(digitsOf(12), (values) => {
      const digits = values.join("") + checkDigit(values.join(""));
      const { sets } = symbologies.ean13.variants[values[0]!]!;
      const characters = sets.map((set, i) => set + Number(digits[i + 1]));
      expect(toModules(symbologies.ean13, characters)).toBe(encodeModules("ean13", digits));
    }),
    { numRuns: 20 },
  );
});

test("EAN-8 symbols are made of the modules that BWIPP draws", () => {
  fc.assert(
    fc.property(digitsOf(7), (values) => {
      const digits = values.join("") + checkDigit(values.join(""));
      const { sets } = symbologies.ean8.variants[0]!;
      const characters = sets.map((set, i) => set + Number(digits[i]));
      expect(toModules(symbologies.ean8, characters)).toBe(encodeModules("ean8", digits));
    }),
    { numRuns: 20 },
  );
});

test("UPC-E symbols are made of the modules that BWIPP draws, and their sums are divisible by 10", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1 }), digitsOf(6), (system, values) => {
      const inner = values.join("");
      const check = String(checkDigit(expandUpce(String(system), inner)));
      const variant = symbologies.upce.variants.find(
        ({ prefix, suffix, lastDigits }) =>
          prefix === String(system) &&
          suffix === check &&
          lastDigits[0] <= values[5]! &&
          values[5]! <= lastDigits[1],
      )!;
      const sum = values.reduce((total, value, i) => total + value * variant.weights[i]!, 0);
      expect((sum + variant.constant) % 10).toBe(0);
      const characters = variant.sets.map((set, i) => set + values[i]!);
      const modules = toModules(symbologies.upce, characters);
      expect(modules).toBe(encodeModules("upce", system + inner + check));
    }),
    { numRuns: 40 },
  );
});

test("no two characters of a number set look alike", () => {
  expect(new Set(codes).size).toBe(30);
  expect(codes.every((code) => code.length === 7)).toBe(true);
});
