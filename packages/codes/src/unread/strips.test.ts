import { expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../../e2e/camera/picture.ts";
import { createCodeReader } from "../index.ts";
import { readerWasm } from "../node.ts";
import { toPicture } from "../picture.ts";
import { drawSheet, placeInRows } from "../testing/sheets.ts";
import { listUnreadStrips } from "./strips.ts";

const camera = { width: 900, height: 600 };
const linear: PlacedCode = {
  symbology: "code128",
  text: "FIRST",
  at: { x: 0.28, y: 0.3 },
  size: 0.4,
  turn: 5,
};
const reader = await createCodeReader({ wasm: await readerWasm() });

async function readDrawn(codes: PlacedCode[]) {
  const drawn = await drawPicture(codes, camera);
  const frame = toFrame(drawn);
  const readings = await reader.still(frame, { all: true });
  expect(readings).toHaveLength(codes.length);
  return { picture: toPicture(frame), readings, corners: drawn.corners };
}

test("the bars of a code are unread until it is among the readings", async () => {
  const { picture, readings } = await readDrawn([linear]);
  expect([...listUnreadStrips(picture, [])]).not.toEqual([]);
  expect([...listUnreadStrips(picture, readings)]).toEqual([]);
});

// 1 s.
test("between the codes of a sheet that were read, few parts are left", async () => {
  const symbols = Array.from({ length: 60 }, (_, i) => ({
    symbology: "code128",
    text: `A-${100 + i}`,
    options: { height: 8 },
  }));
  const codes = placeInRows(symbols, { columns: 6, step: { x: 260, y: 70 }, margin: 40 });
  const frame = await drawSheet(codes, { width: 1640, height: 780, modulePixels: 2 });
  const readings = await reader.still(frame, { all: true });
  expect(readings).toHaveLength(60);
  const strips = [...listUnreadStrips(toPicture(frame), readings)];
  // Codes in a grid leave the gaps of their rows and columns.
  expect(strips.length).toBeLessThan(120);
});

test("of two codes in one region of bars, the one that was not read stays", async () => {
  const beside = { ...linear, text: "SECOND", at: { x: 0.72, y: 0.3 }, turn: 5 };
  const { picture, readings } = await readDrawn([linear, beside]);
  for (const read of readings) {
    const strips = [...listUnreadStrips(picture, [read])];
    expect(strips.length).toBeGreaterThan(0);
    const open = readings.find((reading) => reading !== read)!;
    const middle = (open.corners[0].x + open.corners[2].x) / 2;
    for (const { located } of strips) {
      expect(Math.abs(located.x - middle)).toBeLessThan(camera.width / 10);
    }
  }
});
