// Clean sheets of codes, as a printer prints them.
import { type CodeSymbol, drawSymbol } from "../../../../e2e/camera/symbol.ts";
import type { Frame } from "../index.ts";
import { createBlankFrame } from "./pictures.ts";

/** A code with the place of its upper left corner, in pixels. */
export type SheetCode = CodeSymbol & { x: number; y: number };

/**
 * Draws codes pixel for pixel on white paper. A module is `modulePixels` wide; bwip-js draws that
 * of a matrix code twice as wide as the narrowest bar of a linear one.
 */
export async function drawSheet(
  codes: readonly SheetCode[],
  { width, height, modulePixels }: { width: number; height: number; modulePixels: number },
): Promise<Frame> {
  const frame = createBlankFrame(width, height, 255);
  for (const code of codes) {
    const symbol = await drawSymbol(code);
    const drawnPixels = isMatrix(code) ? 2 * symbol.module : symbol.module;
    const factor = modulePixels / drawnPixels;
    const [columns, rows] = [symbol.width * factor, symbol.height * factor].map(Math.round) as [
      number,
      number,
    ];
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const pixel = symbol.data[Math.floor(y / factor) * symbol.width + Math.floor(x / factor)]!;
        const offset = ((code.y + y) * width + code.x + x) * 4;
        frame.data.fill(pixel, offset, offset + 3);
      }
    }
  }
  return frame;
}

function isMatrix({ symbology }: CodeSymbol): boolean {
  return ["qrcode", "datamatrix", "azteccode"].includes(symbology);
}

/** Places codes in rows, from the upper left corner of the sheet, `step` pixels apart. */
export function placeInRows(
  symbols: readonly CodeSymbol[],
  { columns, step, margin }: { columns: number; step: { x: number; y: number }; margin: number },
): SheetCode[] {
  return symbols.map((symbol, i) => ({
    ...symbol,
    x: margin + (i % columns) * step.x,
    y: margin + Math.floor(i / columns) * step.y,
  }));
}
