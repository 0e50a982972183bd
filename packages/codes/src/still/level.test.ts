import { expect, test } from "vitest";
import { turnPlane } from "../bars/turn-plane.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { thoroughEffort } from "../passes/whole-picture.ts";
import { createPicture, toPicture } from "../picture.ts";
import { defaultFormats } from "../readings/formats.ts";
import { drawSheet, placeInRows } from "../testing/sheets.ts";
import { toFullHeight } from "./full-height.ts";
import { findLevelTurn, readLevel } from "./level.ts";

const engine = await startEngine(await readerWasm(), defaultFormats);

async function drawCodes(symbology: string, texts: readonly string[]) {
  const codes = texts.map((text) => ({ symbology, text }));
  const places = placeInRows(codes, { columns: 2, step: { x: 340, y: 150 }, margin: 40 });
  return toPicture(await drawSheet(places, { width: 720, height: 640, modulePixels: 3 }));
}

const items = ["09501101530003", "03601234567894", "04012345678901", "05901234123457"].map(
  (gtin) => `(01)${gtin}`,
);

test("DataBar beside each other are read one after another", async () => {
  const picture = await drawCodes("databaromni", items);
  const first = toFullHeight(picture, engine.read(picture.whole(), thoroughEffort));
  expect(first.length).toBeLessThan(items.length);
  expect(findLevelTurn(first)).toBe(0);
  const all = readLevel(picture, engine, first, 0).map(({ content }) => `(01)${content.slice(2)}`);
  expect(all.sort()).toEqual([...items].sort());
});

test("a turned sheet of MicroPDF417 is read level, and corners are in the turned picture", async () => {
  const texts = ["alpha", "bravo", "charlie", "delta"];
  const upright = await drawCodes("micropdf417", texts);
  const read = engine.read(upright.whole(), thoroughEffort);
  const { plane, fromFrame } = turnPlane(upright.whole(), -0.35);
  const places = read.map((found) => ({ ...found, corners: fromFrame(found.corners) }));
  const known = places.slice(0, 1);
  const turn = findLevelTurn(known);
  expect(turn).toBeCloseTo(0.35, 1);
  const all = readLevel(
    createPicture(() => plane),
    engine,
    known,
    turn!,
  );
  expect(all.map(({ content }) => content).sort()).toEqual(texts);
  for (const { content, corners } of all) {
    const place = places.find((other) => other.content === content)!;
    for (const [i, { x, y }] of place.corners.entries()) {
      expect(Math.hypot(corners[i]!.x - x, corners[i]!.y - y)).toBeLessThan(12);
    }
  }
});

test("bars of two pixels that turning makes soft are read enlarged", async () => {
  const codes = Array.from({ length: 12 }, (_, i) => {
    return { symbology: "databarlimited", text: `(01)${toGtin(i)}` };
  });
  const places = placeInRows(codes, { columns: 3, step: { x: 200, y: 56 }, margin: 40 });
  const size = { width: 680, height: 300, modulePixels: 2 };
  const upright = toPicture(await drawSheet(places, size));
  const effort = { formats: ["databar-limited"], tryHarder: true } as const;
  const read = toFullHeight(upright, engine.read(upright.whole(), effort));
  expect(read).toHaveLength(codes.length);
  const turn = 0.34;
  const { plane, fromFrame } = turnPlane(upright.whole(), -turn);
  expect(engine.read(turnPlane(plane, turn).plane, effort).length).toBeLessThan(codes.length);
  const known = read.slice(0, 2).map((found) => ({ ...found, corners: fromFrame(found.corners) }));
  const picture = createPicture(() => plane);
  const all = readLevel(picture, engine, known, turn).map(({ content }) => content);
  expect(all.sort()).toEqual(read.map(({ content }) => content).sort());
});

function toGtin(number: number): string {
  const digits = `0950110153${String(number).padStart(3, "0")}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test("no turn is agreed on by one code, codes of different turns, or level codes", async () => {
  const [pdf417] = engine.read((await drawCodes("pdf417", ["a"])).whole(), thoroughEffort);
  const turnBy = (angle: number) => {
    const { fromFrame } = turnPlane(
      { data: new Uint8Array(1), width: 1, height: 1, scale: 1 },
      -angle,
    );
    return { ...pdf417!, corners: fromFrame(pdf417!.corners) };
  };
  expect(findLevelTurn([])).toBeUndefined();
  expect(findLevelTurn([turnBy(0.3)])).toBeUndefined();
  expect(findLevelTurn([turnBy(0.3), turnBy(0.1), turnBy(0.5), turnBy(0.29), turnBy(-0.2)])).toBe(
    undefined,
  );
  expect(findLevelTurn([turnBy(0), turnBy(0.01)])).toBeUndefined();
  const qr = { ...turnBy(0.3), format: "qr" } as const;
  expect(findLevelTurn([qr, qr])).toBeUndefined();
  expect(findLevelTurn([turnBy(0.3), turnBy(0.3 + Math.PI / 2)])).toBeCloseTo(0.3, 2);
});
