import { expect, test } from "vitest";
import { eanDecoders } from "./ean-decoders.ts";
import { renderSymbol } from "./fit-model.ts";
import { guessBlurredLevels, guessLevels } from "./levels.ts";

const { ean13 } = eanDecoders;
const characters = [0, 1, 12, 3, 14, 15, 26, 27, 28, 29, 20, 21];

function draw(blur: number) {
  const bars = renderSymbol(ean13, characters, blur, 0);
  const middle = bars.map((_, i) => 120 + 20 * Math.sin(i / 200));
  const half = bars.map((_, i) => 60 + i / 20);
  return { middle, half, profile: bars.map((bar, i) => middle[i]! + half[i]! * bar) };
}

test("guessed levels are near those that were drawn", () => {
  for (const [guess, blur] of [
    [guessLevels, 0.4],
    [guessBlurredLevels, 1.6],
  ] as const) {
    const { half, middle, profile } = draw(blur);
    const levels = guess(profile, blur);
    for (const i of [100, 220, 340]) {
      expect(Math.abs(levels.half[i]! / half[i]! - 1)).toBeLessThan(0.25);
      expect(Math.abs(levels.middle[i]! - middle[i]!)).toBeLessThan(0.25 * half[i]!);
    }
  }
});
