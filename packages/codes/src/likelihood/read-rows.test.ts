import fc from "fast-check";
import { expect, test } from "vitest";
import type { LikelihoodFormat } from "./decoder.ts";
import { readBlurredRows, readRows } from "./read-rows.ts";
import { encodeDataBar } from "./testing/databar-values.ts";
import { createRandom, drawProfile, encodeBars, plainDrawing } from "./testing/draw-profile.ts";

const formats: LikelihoodFormat[] = ["ean13", "ean8", "upce"];
const allFormats: LikelihoodFormat[] = [...formats, "databar"];
const symbols = [
  { format: "ean13", digits: "4007817327098", modules: 95 },
  { format: "ean8", digits: "96385074", modules: 67 },
  { format: "upce", digits: "04965802", modules: 51 },
] as const;

/** Rows of one symbol that differ in noise only. */
function drawRows(bars: readonly number[], drawing: Partial<typeof plainDrawing>, count = 14) {
  const rows = Array.from({ length: count }, (_, seed) =>
    drawProfile(bars, { ...plainDrawing, ...drawing, seed: seed + 1 }),
  );
  return { rows, agreement: rows.map(() => 1) };
}

const sameRows = (profile: Float32Array) => ({
  rows: Array.from({ length: 14 }, () => profile),
  agreement: Array.from({ length: 14 }, () => 1),
});

for (const { format, digits, modules } of symbols) {
  test(`rows of ${format} are read, and rotated by half a turn too`, () => {
    const straight = drawRows(encodeBars(format, digits), { blur: 0.8, noise: 8 });
    const length = modules * plainDrawing.module;
    const reading = readRows(straight, length, formats)!;
    const rotated = {
      rows: straight.rows.map((row) => row.toReversed()).reverse(),
      agreement: straight.agreement,
    };
    const rotatedReading = readRows(rotated, length, formats)!;
    for (const { format: readFormat, digits: readDigits } of [reading, rotatedReading]) {
      expect(readFormat).toBe(format);
      expect(readDigits).toBe(digits);
    }
    expect(rotatedReading.start).toBeGreaterThan(rotatedReading.end);
  });
}

test("rows of databar are read as an element string, and rotated by half a turn too", () => {
  const straight = drawRows(encodeDataBar("00012345678905"), { blur: 0.9, noise: 8 });
  const rotated = { ...straight, rows: straight.rows.map((row) => row.toReversed()).reverse() };
  for (const rows of [straight, rotated]) {
    const reading = readRows(rows, 95 * plainDrawing.module, allFormats);
    expect(reading).toMatchObject({ format: "databar", digits: "0100012345678905" });
  }
});

test("only the wanted formats are read", () => {
  const straight = drawRows(encodeBars("ean8", "96385074"), {});
  expect(readRows(straight, 67 * plainDrawing.module, ["ean13", "upce"])).toBeUndefined();
});

test("a band of glare over some of the rows does not hinder", () => {
  const straight = drawRows(encodeBars("ean13", "4007817327098"), { noise: 3 });
  straight.rows.slice(3, 9).forEach((row, i) => {
    row.fill(255, 150 + 10 * i, 240 + 10 * i);
  });
  const reading = readRows(straight, 95 * plainDrawing.module, formats);
  expect(reading?.digits).toBe("4007817327098");
});

test("the left half of EAN-13 is not read as UPC-E when the right half is hidden", () => {
  const bars = encodeBars("ean13", "4007817327098").slice(0, 33);
  for (const blur of [0.3, 0.6, 0.9]) {
    const straight = drawRows([...bars, 1, 4, 1, 1, 1, 2, 1], { blur });
    expect(readRows(straight, 51 * plainDrawing.module, ["upce"])).toBeUndefined();
  }
});

test("heavily blurred rows are read only if EAN-13 is wanted", () => {
  const straight = drawRows(encodeBars("ean13", "9780446579803"), {
    blur: 1.7,
    margin: 80,
    noise: 1,
  });
  const length = 95 * plainDrawing.module;
  expect(readBlurredRows(straight, length, formats)?.digits).toBe("9780446579803");
  expect(readBlurredRows(straight, length, ["ean8", "upce"])).toBeUndefined();
});

test("bars of other symbologies give no reading", () => {
  const symbols = [
    ["code128", "Scanhook 42", 0.6],
    ["databaromni", "(01)00012345678905", 0.6],
    ["interleaved2of5", "00123456789017", 1.3],
    ["code39", "SCAN42", 1.3],
    ["databarlimited", "(01)09521234543213", 0.6],
    ["databarexpanded", "(01)09521234543213(3103)000123", 0.6],
  ] as const;
  for (const [bcid, text, blur] of symbols) {
    const bars = encodeBars(bcid, text);
    const length = bars.reduce((sum, bar) => sum + bar, 0) * plainDrawing.module;
    const straight = sameRows(drawProfile(bars, { ...plainDrawing, blur, noise: 2 }));
    expect(readRows(straight, length, formats)).toBeUndefined();
    expect(readBlurredRows(straight, length, formats)).toBeUndefined();
    if (bcid !== "databaromni") expect(readRows(straight, length, ["databar"])).toBeUndefined();
  }
  const ean = encodeBars("ean13", "4007817327098");
  const straight = sameRows(drawProfile(ean, { ...plainDrawing, blur: 0.8, noise: 2 }));
  expect(readRows(straight, 95 * plainDrawing.module, ["databar"])).toBeUndefined();
});

test("stripes, text and noise give no reading", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("stripes", "text", "noise"),
      fc.integer({ min: 1, max: 2 ** 31 }),
      fc.double({ min: 0.3, max: 2, noNaN: true }),
      (kind, seed, blur) => {
        const random = createRandom(seed);
        const draw = { ...plainDrawing, blur, noise: 3, seed };
        const widths = {
          stripes: () => Array.from({ length: 59 }, () => 1 + (seed % 3) * 0.4),
          text: () => Array.from({ length: 59 }, () => 0.5 + 2.5 * random()),
          noise: () => [1],
        }[kind]();
        const profile =
          kind === "noise"
            ? Float32Array.from({ length: 500 }, () => 255 * random())
            : drawProfile(widths, draw);
        const straight = sameRows(profile);
        expect(readRows(straight, profile.length - 100, allFormats)).toBeUndefined();
        expect(readBlurredRows(straight, profile.length - 100, formats)).toBeUndefined();
      },
    ),
    { numRuns: 8 },
  );
});

test("rows of any length and content do not throw", () => {
  const row = fc
    .integer({ min: 0, max: 300 })
    .chain((length) =>
      fc
        .array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length })
        .map((values) => Float32Array.from(values)),
    );
  fc.assert(
    fc.property(row, fc.double({ min: 0, max: 600, noNaN: true }), (profile, length) => {
      readRows({ rows: [profile], agreement: [1] }, length, allFormats);
      readBlurredRows({ rows: [profile], agreement: [1] }, length, formats);
    }),
    { numRuns: 20 },
  );
});
