import { expect, test } from "vitest";
import { mirror, quietModules, resample } from "./placement.ts";
import { samplesPerModule } from "./render-bars.ts";

const ramp = Float32Array.from({ length: 600 }, (_, i) => i);
const placement = { start: 100, end: 385, bow: 0, skew: 0 };

test("a symbol is resampled at its modules, with the quiet zones beside it", () => {
  const samples = resample(ramp, placement, 95);
  const module = 3;
  const center = 0.5 / samplesPerModule;
  expect(samples[0]).toBeCloseTo(100 + module * (center - quietModules), 3);
  expect(samples.at(-1)).toBeCloseTo(385 + module * (quietModules - center), 3);
});

test("a bow displaces the middle and keeps the ends", () => {
  const samples = resample(ramp, { ...placement, bow: 0.01 }, 95);
  const straight = resample(ramp, placement, 95);
  const shifts = samples.map((value, i) => value - straight[i]!);
  expect(shifts[samples.length / 2]).toBeCloseTo(2.85, 2);
  expect(Math.abs(shifts[quietModules * samplesPerModule]!)).toBeLessThan(0.1);
});

test("the mirrored placement in the reversed profile has the same samples in reverse", () => {
  const bent = { start: 120.5, end: 400.25, bow: 0.008, skew: 0.002 };
  const waves = ramp.map((value) => 100 + 50 * Math.sin(value / 7));
  const samples = resample(waves, bent, 95).toReversed();
  const mirrored = resample(waves.toReversed(), mirror(bent, waves.length), 95);
  mirrored.forEach((value, i) => {
    expect(value).toBeCloseTo(samples[i]!, 2);
  });
});
