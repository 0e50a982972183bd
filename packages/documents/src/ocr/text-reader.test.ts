import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyFilter } from "../filters/apply-filter.ts";
import { openTextReader } from "../node.ts";
import type { Picture } from "../picture.ts";
import { characterErrorRate } from "./testing/character-error-rate.ts";
import {
  composeLines,
  drawPrintedPage,
  findMissingFonts,
  toPicture,
} from "./testing/printed-page.ts";
import { createTextReader, type TextReader } from "./text-reader.ts";

const missingFonts = await findMissingFonts();
if (missingFonts) console.warn(`Skipped: reading text, because ${missingFonts}.`);

let reader: TextReader;
beforeAll(async () => {
  const opened = await openTextReader({ languages: ["eng"] });
  if (!opened.ok) throw new Error(opened.failure);
  reader = opened.value;
});
afterAll(() => reader.close());

const lines = composeLines(300);

async function readPage(...page: Parameters<typeof drawPrintedPage>) {
  const result = await reader.read(await drawPrintedPage(...page));
  if (!result.ok) throw new Error(result.failure);
  return result.value;
}

describe.skipIf(missingFonts)("a text reader", () => {
  test.each([
    ["DejaVu Sans", 34],
    ["DejaVu Serif, Liberation Serif", 28],
    ["monospace", 26],
  ])(
    "reads 300 words in %s at %i pixels with less than one wrong character in a hundred",
    async (font, size) => {
      const { text } = await readPage(lines, { font, size });
      expect(characterErrorRate(lines.join("\n"), text)).toBeLessThan(0.01);
    },
  );

  test("reads a page with a shadow over half of it, once it is clean, with few wrong characters", async () => {
    const few = lines.slice(0, 14);
    const page = await drawPrintedPage(few, { size: 30, shadow: 0.6 });
    const read = async (picture: Picture) => {
      const result = await reader.read(picture);
      return characterErrorRate(few.join("\n"), result.ok ? result.value.text : "");
    };
    expect(await read(page)).toBeGreaterThan(0.05);
    expect(await read(applyFilter(page, "clean", "grey"))).toBeLessThan(0.05);
  });

  test("reads small letters of a picture of few dpi, and places the words in its pixels", async () => {
    const few = lines.slice(0, 14);
    const large = await drawPrintedPage(few, { size: 28 });
    const options = { raw: { width: large.width, height: large.height, channels: 4 } } as const;
    const small = await toPicture(
      sharp(large.data, options).resize(Math.round(large.width * 0.25)),
    );
    const read = async (dpi: number) => {
      const result = await reader.read(small, { dpi });
      if (!result.ok) throw new Error(result.failure);
      return result.value;
    };
    const wrong = async (dpi: number) => characterErrorRate(few.join("\n"), (await read(dpi)).text);
    expect(await wrong(300)).toBeGreaterThan(0.05);
    expect(await wrong(50)).toBeLessThan(0.02);
    const [first] = (await read(50)).words;
    expect(first!.box.x).toBeCloseTo(140 * 0.25, -1);
    expect(first!.baseline.from.y).toBeCloseTo(200 * 0.25, -1);
  });

  test("places each word on its letters and its line", async () => {
    const { words } = await readPage(["Left below", "right"], { size: 40 });
    expect(words.map(({ text, line }) => [text, line])).toEqual([
      ["Left", 0],
      ["below", 0],
      ["right", 1],
    ]);
    // The page puts the baselines at 200 and 264, and the first letter at 140.
    const [left, below, right] = words;
    expect(Math.abs(left!.box.x - 140)).toBeLessThan(8);
    expect(Math.abs(left!.baseline.from.y - 200)).toBeLessThan(3);
    expect(Math.abs(right!.baseline.to.y - 264)).toBeLessThan(3);
    expect(below!.box.x).toBeGreaterThan(left!.box.x + left!.box.width);
    expect(right!.box.y).toBeGreaterThan(left!.box.y + left!.box.height);
  });

  test("reports progress from page to page", async () => {
    const fractions: number[] = [];
    await reader.read(await drawPrintedPage(lines.slice(0, 10)), {
      onProgress: (fraction) => fractions.push(fraction),
    });
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
  });

  test.each([0, 90, 180, 270])(
    "finds a page upright that lies turned by %i degrees",
    async (angle) => {
      const { data, width, height } = await drawPrintedPage(lines.slice(0, 12));
      const turned = sharp(data, { raw: { width, height, channels: 4 } }).rotate(angle);
      const picture = await toPicture(turned);
      const quarterTurns = (4 - angle / 90) % 4;
      expect(await reader.findUpright(picture)).toEqual({ ok: true, value: quarterTurns });
      const read = await reader.readTurned(picture);
      expect(read).toMatchObject({ ok: true, value: { quarterTurns } });
      const text = read.ok ? read.value.text : "";
      expect(characterErrorRate(lines.slice(0, 12).join("\n"), text)).toBeLessThan(0.01);
    },
  );
});

test("a blank page has no words and stays as it lies", async () => {
  const blank = await drawPrintedPage([]);
  expect(await reader.read(blank)).toEqual({ ok: true, value: { words: [], text: "" } });
  expect(await reader.findUpright(blank)).toEqual({ ok: true, value: 0 });
});

test("a picture of one pixel has no words", async () => {
  const dot = { width: 1, height: 1, data: new Uint8Array([0, 0, 0, 255]) };
  expect(await reader.read(dot)).toEqual({ ok: true, value: { words: [], text: "" } });
});

test("a signal stops a page under way, and every later one", async () => {
  const stopping = new AbortController();
  const opened = await openTextReader({ languages: ["eng"], signal: stopping.signal });
  if (!opened.ok) throw new Error(opened.failure);
  const page = await drawPrintedPage(lines);
  const reading = opened.value.read(page, { onProgress: () => stopping.abort() });
  if (missingFonts) stopping.abort();
  expect(await reading).toEqual({ ok: false, failure: "stopped" });
  expect(await opened.value.read(page)).toEqual({ ok: false, failure: "stopped" });
  await opened.value.close();
});

test("a signal that is aborted already starts nothing", async () => {
  const opened = await openTextReader({ languages: ["eng"], signal: AbortSignal.abort() });
  expect(opened).toEqual({ ok: false, failure: "stopped" });
});

test("a language that is not installed comes with the name of its package", async () => {
  expect(await openTextReader({ languages: ["eng", "tlh"] })).toEqual({
    ok: false,
    failure: "no-language",
    missingPackage: "@tesseract.js-data/tlh",
  });
});

test("a folder without the data of a language is told apart from a missing engine", async () => {
  const files = { languageData: "/does-not-exist" };
  expect(await createTextReader({ languages: ["eng"], files })).toEqual({
    ok: false,
    failure: "no-language",
  });
});
