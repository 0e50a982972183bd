import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { checkContent, hasBars, toModules, toSvg, type WritableFormat } from "./index.ts";

beforeAll(async () => {
  const wasm = import.meta.resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = (await readFile(fileURLToPath(wasm))).buffer as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

/** Reads codes with another program, zxing-cpp. */
async function read(picture: Sharp): Promise<{ format: string; text: string }[]> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { ...info, data: new Uint8ClampedArray(data), colorSpace: "srgb" };
  const results = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    textMode: "Plain",
  });
  return results.map(({ format, text }) => ({ format, text }));
}

/** Draws modules in black on white, 4 pixels each, with a margin; bars are 80 pixels high. */
function drawModules(format: WritableFormat, content: string): Sharp {
  const { columns, rows, dark } = toModules(format, content);
  const gray = Buffer.from(dark.map((module) => (module ? 0 : 255)));
  return sharp(gray, { raw: { width: columns, height: rows, channels: 1 } })
    .resize(columns * 4, hasBars(format) ? 80 : rows * 4, { kernel: "nearest", fit: "fill" })
    .extend({ top: 44, bottom: 44, left: 44, right: 44, background: "#fff" });
}

const examples: [WritableFormat, content: string, read: string][] = [
  ["qr", "https://example.org/scan?a=1&b=2", "https://example.org/scan?a=1&b=2"],
  ["qr", "Ж é 中 😀\n\u001d", "Ж é 中 😀\n\u001d"],
  ["datamatrix", "SHELF-0042", "SHELF-0042"],
  ["datamatrix", "Grüße, Żółć", "Grüße, Żółć"],
  ["code128", "Shelf 42/b", "Shelf 42/b"],
  ["ean13", "4006381333931", "4006381333931"],
  ["ean13", "400638133393", "4006381333931"],
  ["ean8", "9638507", "96385074"],
  // EAN-13 of UPC-A begins with a zero, and zxing-cpp reads it as such.
  ["upca", "03600029145", "0036000291452"],
];

describe("a code", () => {
  it.each(examples)("%s of %j is read by another program from its SVG", async (...example) => {
    const [format, content, text] = example;
    const { svg } = toSvg(format, content);
    expect(await read(sharp(Buffer.from(svg), { density: 300 }))).toMatchObject([{ text }]);
  });

  it.each(examples)("%s of %j is read by another program from its modules", async (...example) => {
    const [format, content, text] = example;
    expect(await read(drawModules(format, content))).toMatchObject([{ text }]);
  });

  it("has the width that its modules have on paper, light margins included", () => {
    // 21 modules of a QR code of version 1, and 4 on each side, of 0.5 mm.
    const { svg, columns } = toSvg("qr", "Hi", { moduleWidth: 0.5 });
    expect(columns).toBe(29);
    expect(svg).toContain('width="14.5mm" height="14.5mm"');
  });

  // Costs about 1 s for each format.
  it.each<[WritableFormat, fc.Arbitrary<string>]>([
    ["qr", fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 })],
    ["datamatrix", fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 })],
    ["code128", fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 80 })],
  ])("%s holds any text, or says why not", async (format, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, async (content) => {
        expect(checkContent(format, content)).toBeUndefined();
        expect(await read(drawModules(format, content))).toMatchObject([{ text: content }]);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[WritableFormat, string]>([
    ["qr", "x".repeat(2331)],
    ["datamatrix", "ÿ".repeat(777)],
    ["code128", "~".repeat(80)],
  ])("%s can be as long as is said", (format, content) => {
    expect(checkContent(format, content)).toBeUndefined();
    expect(() => toModules(format, content)).not.toThrow();
    expect(checkContent(format, `${content}xx`)).toEqual({ problem: "too-long" });
  });
});

describe("a content that a format cannot hold", () => {
  it.each<[WritableFormat, string, object]>([
    ["qr", "", { problem: "empty" }],
    ["code128", "Café", { problem: "not-ascii" }],
    ["ean13", "40063813339a", { problem: "not-digits" }],
    ["ean13", "40063813", { problem: "length", allowed: [12, 13] }],
    ["ean13", "4006381333932", { problem: "check-digit", expected: "1" }],
    ["ean8", "96385075", { problem: "check-digit", expected: "4" }],
    ["upca", "036000291453", { problem: "check-digit", expected: "2" }],
  ])("%s of %j is refused", (format, content, problem) => {
    expect(checkContent(format, content)).toEqual(problem);
  });
});
