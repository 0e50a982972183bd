import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { createCodeReader } from "../index.ts";
import { readerWasm } from "../node.ts";
import { drawSheet, placeInRows } from "../testing/sheets.ts";

const reader = await createCodeReader({ wasm: await readerWasm() });

async function readSheet(...sheet: Parameters<typeof drawSheet>): Promise<string[]> {
  const found = await reader.still(await drawSheet(...sheet), { all: true });
  return found.map(({ content }) => content).sort();
}

const listTexts = (count: number) => Array.from({ length: count }, (_, i) => `CODE-${100 + i}`);

// 0.5 s each.
test.each([
  { symbology: "datamatrix", columns: 10, step: { x: 60, y: 60 } },
  { symbology: "code128", columns: 5, step: { x: 340, y: 70 } },
])("every $symbology of a sheet of 65 is read", async ({ symbology, columns, step }) => {
  const texts = listTexts(65);
  const symbols = texts.map((text) => ({ symbology, text, options: { height: 8 } }));
  const codes = placeInRows(
    symbology === "code128" ? symbols : symbols.map(({ options: _, ...symbol }) => symbol),
    { columns, step, margin: 40 },
  );
  const size = { width: step.x * columns + 60, height: step.y * Math.ceil(65 / columns) + 60 };
  expect(await readSheet(codes, { ...size, modulePixels: 2 })).toEqual(texts);
});

// 1 s.
test("sixteen PDF417 of a sheet are read", async () => {
  const texts = listTexts(16);
  const symbols = texts.map((text) => ({ symbology: "pdf417", text }));
  const codes = placeInRows(symbols, { columns: 4, step: { x: 290, y: 130 }, margin: 40 });
  expect(await readSheet(codes, { width: 1220, height: 580, modulePixels: 2 })).toEqual(texts);
});

// 1 s.
test("every code128 of a sheet that is turned by 20 degrees is read", async () => {
  const texts = listTexts(30);
  const placed = texts.map((text, i) => ({
    symbology: "code128",
    text,
    options: { height: 8 },
    at: { x: 0.12 + (i % 5) * 0.19, y: 0.1 + Math.floor(i / 5) * 0.16 },
    size: 0.24,
    turn: 20,
  }));
  const drawn = await drawPicture(placed, { width: 1800, height: 1200 });
  const found = await reader.still(toFrame(drawn), { all: true });
  expect(found.map(({ content }) => content).sort()).toEqual(texts);
});

test("codes that touch each other, and the same content at two places, are all read", async () => {
  const symbology = "datamatrix";
  const codes = [
    { symbology, text: "TOUCHING-1", x: 40, y: 40 },
    // A Data Matrix of ten characters has 18 modules.
    { symbology, text: "TOUCHING-2", x: 40 + 4 * 19, y: 40 },
    { symbology, text: "TWICE", x: 40, y: 200 },
    { symbology, text: "TWICE", x: 240, y: 200 },
  ];
  const contents = await readSheet(codes, { width: 400, height: 320, modulePixels: 4 });
  expect(contents).toEqual(["TOUCHING-1", "TOUCHING-2", "TWICE", "TWICE"]);
});

// 2 s, most of it for 12 megapixels of drawing.
test("clean print of 2 pixels a module is read anywhere in 12 megapixels", async () => {
  const texts = ["CODE128-SMALL", "1234567890", "DATAMATRIX-SMALL", "QR-SMALL", "PDF417-SMALL"];
  const [code128, itf, datamatrix, qr, pdf417] = texts as [string, string, string, string, string];
  const codes = [
    { symbology: "code128", text: code128, x: 3500, y: 2900 },
    { symbology: "interleaved2of5", text: itf, x: 40, y: 2700 },
    { symbology: "datamatrix", text: datamatrix, x: 1990, y: 1490 },
    { symbology: "qrcode", text: qr, x: 3880, y: 60 },
    { symbology: "pdf417", text: pdf417, x: 100, y: 100 },
  ];
  const contents = await readSheet(codes, { width: 4000, height: 3000, modulePixels: 2 });
  expect(contents).toEqual(texts.toSorted());
});

test.each([
  ["code128", "A1".repeat(80)],
  ["code39", "A1".repeat(60)],
  ["code93", "A1".repeat(40)],
  ["interleaved2of5", "12".repeat(50)],
])("a long %s is read", async (symbology, text) => {
  const options = symbology === "code93" ? { includecheck: true } : {};
  const codes = [{ symbology, text, options, x: 60, y: 60 }];
  const contents = await readSheet(codes, { width: 5200, height: 300, modulePixels: 2 });
  expect(contents).toEqual([text]);
});
