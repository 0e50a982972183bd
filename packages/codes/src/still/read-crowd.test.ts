import { expect, test } from "vitest";
import { turnPlane } from "../bars/turn-plane.ts";
import { startEngine } from "../engine/engine.ts";
import { createCodeReader } from "../index.ts";
import { readerWasm } from "../node.ts";
import { createPicture, toPicture } from "../picture.ts";
import { codeFormats } from "../readings/formats.ts";
import { drawSheet, placeInRows } from "../testing/sheets.ts";
import { readCrowd } from "./read-crowd.ts";

const wasm = await readerWasm();
const engine = await startEngine(wasm, codeFormats);

function drawRows(texts: readonly string[], symbology = "qrcode") {
  const step = { x: 78, y: 78 };
  const columns = 10;
  const rows = placeInRows(
    texts.map((text) => ({ symbology, text })),
    { columns, step, margin: 20 },
  );
  const size = { width: 20 + columns * step.x, height: 20 + Math.ceil(texts.length / 10) * step.y };
  return { rows, size: { ...size, modulePixels: 2 } };
}

// 2 s, most of it for drawing. zxing-cpp alone reads 116 of them.
test("every QR code of a sheet of 140 codes of two sizes is read", async () => {
  const texts = Array.from({ length: 140 }, (_, i) =>
    i % 3 === 0 ? `CODE-${100 + i}` : `https://example.org/code/${100 + i}`,
  );
  const { rows, size } = drawRows(texts);
  const reader = await createCodeReader({ wasm });
  const found = await reader.still(await drawSheet(rows, size), { all: true });
  expect(found.map(({ content }) => content).sort()).toEqual(texts.toSorted());
});

test("finds more codes of the kind that a picture has several of, and no others", async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `CODE-${100 + i}`);
  const { rows, size } = drawRows(texts);
  const others = [
    { symbology: "datamatrix", text: "ANOTHER-KIND", x: 20, y: 180 },
    // Three times as large: a QR code of 53 modules.
    { symbology: "qrcode", text: "A MUCH LARGER ONE ".repeat(12), x: 200, y: 180 },
  ];
  const sheet = await drawSheet([...rows, ...others], { ...size, height: 360 });
  const picture = toPicture(sheet);
  const known = engine
    .read(picture.whole(), { formats: ["qr"], tryHarder: true })
    .filter(({ content }) => content.startsWith("CODE-"));
  expect(known).toHaveLength(20);
  const ends = known.filter(({ content }) => /CODE-1[01][09]/.test(content));
  const found = readCrowd(picture, engine, ends);
  expect(found.map(({ content }) => content).sort()).toEqual(texts);
  expect(readCrowd(picture, engine, ends.slice(1))).toHaveLength(3);
});

test.each([
  ["upright", 0],
  ["on their side", Math.PI / 2],
])("finds more MicroPDF417 that are %s", async (_, turn) => {
  const texts = Array.from({ length: 12 }, (_, i) => `PART-${100 + i}`);
  const symbols = texts.map((text) => ({ symbology: "micropdf417", text }));
  const rows = placeInRows(symbols, { columns: 3, step: { x: 350, y: 130 }, margin: 60 });
  const size = { width: 1120, height: 640, modulePixels: 3 };
  const whole = toPicture(await drawSheet(rows, size)).whole();
  const { plane } = turnPlane(whole, turn);
  const effort = { formats: ["micropdf417"], tryHarder: true, tryTurned: true } as const;
  const corners = ["PART-100", "PART-102", "PART-109", "PART-111"];
  const known = engine.read(plane, effort).filter(({ content }) => corners.includes(content));
  expect(known).toHaveLength(4);
  const found = readCrowd(
    createPicture(() => plane),
    engine,
    known,
  );
  expect(found.map(({ content }) => content).sort()).toEqual(texts);
});
