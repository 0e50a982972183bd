import fc from "fast-check";
import { expect, test } from "vitest";
import { databarDecoder } from "./databar-decoder.ts";
import { databarWidth } from "./databar-structure.ts";
import { renderSymbol } from "./fit-model.ts";
import { resampledLength } from "./placement.ts";
import { solveDataBar } from "./solve-databar.ts";
import { encodeDataBar, toGtin14, toPartValues } from "./testing/databar-values.ts";

const length = resampledLength(databarWidth);
const levels = {
  middle: new Float32Array(length).fill(128),
  half: new Float32Array(length).fill(80),
};

test("the values of a rendered symbol are found, with a large margin once their neighbors are known", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), (number) => {
      const values = toPartValues(number);
      const look = { blur: 0.8, gain: 0.1 };
      const samples = renderSymbol(databarDecoder, values, look.blur, look.gain).map(
        (bar) => 128 + 80 * bar,
      );
      const first = solveDataBar(samples, levels, look);
      const second = solveDataBar(samples, levels, look, first.characters);
      const digits = `01${toGtin14(number)}`;
      expect(second).toMatchObject({ digits, characters: values });
      expect(second.margin).toBeGreaterThan(1000);
    }),
    { numRuns: 20 },
  );
});

test("the digits of any profile belong to a symbol that can be encoded", () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (values) => {
      const samples = Float32Array.from({ length }, () => values.next().value!);
      const { digits, characters, margin } = solveDataBar(samples, levels, { blur: 0.8, gain: 0 });
      const modules = encodeDataBar(digits.slice(2)).map((width, i) =>
        (i % 2 ? "0" : "1").repeat(width),
      );
      expect(digits).toMatch(/^01\d{14}$/);
      // With a two-dimensional component, the same digits have another symbol.
      if (toPartValues(Number(digits.slice(2, 15)))[0] === characters[0]) {
        expect(databarDecoder.toModules(characters)).toBe(modules.join(""));
      }
      expect(margin).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: 20 },
  );
});
