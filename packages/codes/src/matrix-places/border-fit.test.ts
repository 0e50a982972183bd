import { expect, test } from "vitest";
import { drawSymbol } from "../../../../e2e/camera/symbol.ts";
import { startEngine } from "../engine/engine.ts";
import { readerWasm } from "../node.ts";
import { type Plane, soften } from "../plane.ts";
import { drawClean } from "../qr-grid/draw-clean.ts";
import { createBorder, fitBorder, layBorder } from "./border-fit.ts";
import { outlineBlob } from "./outline-blob.ts";
import { sampleModules } from "./sample-modules.ts";

const side = 120;
const module = 5;
const margin = 25;
/** A symbol of eight codewords (ISO/IEC 16022:2006, table 7). */
const size = 14;

async function drawCode(): Promise<Plane> {
  const symbol = await drawSymbol({ symbology: "datamatrix", text: "BORDER0042" });
  const scale = symbol.width / size / module;
  const data = new Uint8Array(side * side).fill(180);
  for (let y = 0; y < size * module; y++) {
    for (let x = 0; x < size * module; x++) {
      const source = Math.floor((y + 0.5) * scale) * symbol.width + Math.floor((x + 0.5) * scale);
      if (symbol.data[source]! < 128) data[(y + margin) * side + x + margin] = 70;
    }
  }
  return soften({ data, width: side, height: side, scale: 1 }, 1);
}

test("outlines a code, fits its border and samples its modules", async () => {
  const plane = await drawCode();
  const outline = outlineBlob(plane, 2, 6);
  expect(outline).toBeDefined();
  const fit = fitBorder(plane, layBorder(plane, outline!)[0]!);
  expect(fit.size).toBe(size);
  expect(fit.match).toBeGreaterThan(0.9);
  const { x, y } = fit.corners[3];
  expect(Math.hypot(x - margin, y - margin - size * module)).toBeLessThan(module / 2);
  const engine = await startEngine(await readerWasm(), ["datamatrix"]);
  for (const threshold of ["global", "local"] as const) {
    const area = { corners: fit.corners, columns: size, rows: size };
    const bits = sampleModules(plane, area, threshold, createBorder(size));
    const clean = drawClean(bits, size, size);
    expect(engine.read(clean, {}).map(({ content }) => content)).toEqual(["BORDER0042"]);
  }
});

test("outlines nothing in blank paper, and no border fits a plain square", () => {
  const blank = {
    data: new Uint8Array(side * side).fill(180),
    width: side,
    height: side,
    scale: 1,
  };
  expect(outlineBlob(blank, 2, 6)).toBeUndefined();
  const data = blank.data.map((value, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    return Math.min(x, y) >= margin && Math.max(x, y) < side - margin ? 60 : value;
  });
  const square = { ...blank, data };
  const outline = outlineBlob(square, 2, 6);
  const fits = outline ? layBorder(square, outline).map((laid) => fitBorder(square, laid)) : [];
  for (const { match } of fits) expect(match).toBeLessThan(0.85);
});
