import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { renderSymbol } from "./fit-model.ts";
import { quietModules } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";
import { codes, symbologies } from "./symbologies.ts";
import { createTemplates } from "./templates.ts";

const { ean13, ean8, upce } = symbologies;

test("the stretches of a symbol's characters make up the whole symbol", () => {
  const symbols = [
    { symbology: ean13, characters: [0, 11, 2, 13, 14, 5, 26, 27, 28, 29, 20, 21] },
    { symbology: ean8, characters: [9, 6, 3, 8, 25, 20, 27, 24] },
    { symbology: upce, characters: [14, 19, 16, 5, 8, 0] },
  ];
  for (const { symbology, characters } of symbols) {
    const symbol = renderSymbol(eanDecoders[symbology.format], characters, 0.8, 0.1);
    createTemplates(symbology, 0.8, 0.1).forEach((stretch, index) => {
      const { from, size, samples, leftCodes, rightCodes } = stretch;
      const left = index === 0 ? 0 : characters[index - 1]! - leftCodes.first;
      const right = index === characters.length ? 0 : characters[index]! - rightCodes.first;
      const start = (left * Math.max(1, rightCodes.count) + right) * size;
      const first = (quietModules + from) * samplesPerModule;
      for (let i = 0; i < size; i++) {
        expect(Math.abs(samples[start + i]! - symbol[first + i]!)).toBeLessThan(0.02);
      }
    });
  }
});

test("a stretch has a template for each pair of characters that can stand there", () => {
  for (const { leftCodes, rightCodes, samples, size } of createTemplates(ean13, 0.5, 0)) {
    expect(samples).toHaveLength(
      Math.max(1, leftCodes.count) * Math.max(1, rightCodes.count) * size,
    );
    expect(leftCodes.first + leftCodes.count).toBeLessThanOrEqual(codes.length);
  }
});
