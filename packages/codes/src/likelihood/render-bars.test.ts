import { expect, test } from "vitest";
import { erf, renderBars, samplesPerModule } from "./render-bars.ts";

test("the error function has its published values", () => {
  // Abramowitz and Stegun, table 7.1.
  for (const [x, value] of [
    [0, 0],
    [0.5, 0.5204999],
    [1, 0.8427008],
    [2, 0.9953223],
  ] as const) {
    expect(erf(x)).toBeCloseTo(value, 4);
    expect(erf(-x)).toBeCloseTo(-value, 4);
  }
});

test("sharp bars are black and white, module by module", () => {
  const samples = renderBars("0110", 0, 4 * samplesPerModule, 0.08, 0);
  const middles = [0, 1, 2, 3].map((module) => samples[module * samplesPerModule + 1]!);
  expect(middles.map(Math.round)).toEqual([1, -1, -1, 1]);
});

test("a blurred edge is gray in its place, and spread ink moves it", () => {
  const edge = (gain: number) => renderBars("00001111", 3.5, samplesPerModule, 0.5, gain);
  const [, left, right] = edge(0);
  expect(left! + right!).toBeCloseTo(0, 3);
  expect(edge(0.2)[1]!).toBeLessThan(left!);
});
