import fc from "fast-check";
import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { renderSymbol } from "./fit-model.ts";
import { resampledLength } from "./placement.ts";
import { solveDigits } from "./solve-digits.ts";
import { type Symbology, symbologies } from "./symbologies.ts";
import { createTemplates } from "./templates.ts";

const all = Object.values(symbologies);
const blur = 0.8;

function levelsOf(length: number) {
  return { middle: new Float32Array(length).fill(128), half: new Float32Array(length).fill(80) };
}

function solve(symbology: Symbology, profile: Float32Array) {
  const templates = createTemplates(symbology, blur, 0);
  return solveDigits(profile, levelsOf(profile.length), symbology, templates);
}

/** Whether the characters belong to a variant of the symbology and their check digit is right. */
function isValid({ variants }: Symbology, characters: readonly number[]): boolean {
  return variants.some(({ sets, weights, constant, lastDigits }) => {
    const digits = characters.map((code, i) => code - sets[i]!);
    const last = digits.at(-1)!;
    const sum = digits.reduce((total, digit, i) => total + digit * weights[i]!, constant);
    return (
      digits.every((digit) => digit >= 0 && digit <= 9) &&
      last >= lastDigits[0] &&
      last <= lastDigits[1] &&
      sum % 10 === 0
    );
  });
}

test("the digits of any profile have a valid check digit", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...all),
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      (symbology, values) => {
        const length = resampledLength(symbology.modules);
        const profile = Float32Array.from({ length }, () => values.next().value!);
        const { characters, digits, margin } = solve(symbology, profile);
        expect(isValid(symbology, characters)).toBe(true);
        expect(digits).toHaveLength(symbology.format === "ean13" ? 13 : 8);
        expect(margin).toBeGreaterThanOrEqual(1);
      },
    ),
    { numRuns: 20 },
  );
});

test("the digits of a rendered symbol are found with a large margin", () => {
  const charactersOf = {
    ean13: [0, 10, 7, 8, 11, 17, 23, 22, 27, 20, 29, 28],
    ean8: [9, 6, 3, 8, 25, 20, 27, 24],
    upce: [14, 19, 6, 5, 18, 0],
  };
  for (const symbology of all) {
    const characters = charactersOf[symbology.format];
    expect(isValid(symbology, characters)).toBe(true);
    const bars = renderSymbol(eanDecoders[symbology.format], characters, blur, 0);
    const solution = solve(
      symbology,
      bars.map((bar) => 128 + 80 * bar),
    );
    expect(solution.characters).toEqual(characters);
    expect(solution.margin).toBeGreaterThan(1000);
  }
});
