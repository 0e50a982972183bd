import { expect, test } from "vitest";
import type { LikelihoodFormat } from "./decoder.ts";
import { decoders } from "./decoders.ts";
import { readProfile } from "./read-profile.ts";
import { encodeDataBar } from "./testing/databar-values.ts";
import { drawProfile, encodeBars, plainDrawing } from "./testing/draw-profile.ts";

const ean13 = { digits: "4007817327098", decoder: decoders.ean13 };
const ean8 = { digits: "96385074", decoder: decoders.ean8 };
const upce = { digits: "04965802", decoder: decoders.upce };
const databar = { digits: "0109521234543213", decoder: decoders.databar };
const symbols = [ean13, ean8, upce, databar];

const encode = (format: LikelihoodFormat, digits: string) =>
  format === "databar" ? encodeDataBar(digits.slice(2)) : encodeBars(format, digits);

const drawings = {
  "with a blur of 0.9 modules": { blur: 0.9, noise: 1 },
  "with noise": { noise: 12 },
  "bent by 1.5 percent of their width": { bow: 0.015, noise: 3 },
  "with spread ink": { gain: 0.2, noise: 3 },
  "with thin bars": { gain: -0.2, noise: 3 },
  "in a gradient of light": { white: [240, 120] as const, noise: 3 },
  "with modules of 1.5 samples": { module: 1.5, blur: 0.7, noise: 3 },
};

for (const [name, drawing] of Object.entries(drawings)) {
  test(`symbols ${name} are read`, () => {
    for (const { digits, decoder } of symbols) {
      const bars = encode(decoder.format, digits);
      const profile = drawProfile(bars, { ...plainDrawing, ...drawing });
      const module = { ...plainDrawing, ...drawing }.module;
      const reading = readProfile(profile, decoder.modules * module, decoder)!;
      expect(reading.digits).toBe(digits);
      expect(reading.margin).toBeGreaterThan(1.4);
      expect(Math.abs(reading.start - plainDrawing.margin)).toBeLessThan(module);
      expect(Math.abs(reading.end - reading.start - decoder.modules * module)).toBeLessThan(
        1.5 * module,
      );
    }
  });
}

test("a reversed profile gives the same digits, with the ends exchanged", () => {
  for (const { digits, decoder } of symbols) {
    const bars = encode(decoder.format, digits);
    const profile = drawProfile(bars, { ...plainDrawing, blur: 0.8, noise: 4 }).reverse();
    const reading = readProfile(profile, decoder.modules * plainDrawing.module, decoder)!;
    expect(reading.digits).toBe(digits);
    expect(reading.start).toBeGreaterThan(reading.end);
  }
});

test("a symbol that takes a third of its region is read", () => {
  const profile = drawProfile(encodeBars("ean13", ean13.digits), plainDrawing);
  const reading = readProfile(profile, 3 * 95 * plainDrawing.module, ean13.decoder);
  expect(reading?.digits).toBe(ean13.digits);
});

test("nothing is read without samples or contrast", () => {
  for (const { decoder } of symbols) {
    expect(readProfile(new Float32Array(0), 100, decoder)).toBeUndefined();
    expect(readProfile(new Float32Array(500).fill(99), 400, decoder)).toBeUndefined();
  }
});
