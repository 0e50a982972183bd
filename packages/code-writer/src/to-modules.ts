import type { DrawingContext } from "bwip-js/generic";
import { encode } from "uqr";
import { encodeOn } from "./encode.ts";
import { hasBars, type WritableFormat } from "./formats.ts";

/**
 * The modules of a code without its light margin, row by row: 1 is dark. A code of bars has one
 * row.
 */
export type CodeModules = { columns: number; rows: number; dark: Uint8Array };

/** Dark modules in a row that follow each other; `to` is the column after the last one. */
export type ModuleRun = { row: number; from: number; to: number };

/**
 * Returns the modules of a code. Up to 15 % of a QR code may be damaged. Throws if the format
 * cannot hold the content, which `checkContent` tells before.
 */
export function toModules(format: WritableFormat, content: string): CodeModules {
  if (format === "qr") {
    const { data, size } = encode(content, { ecc: "M", border: 0 });
    return { columns: size, rows: size, dark: Uint8Array.from(data.flat(), Number) };
  }
  return encodeOn(createRaster(hasBars(format)), format, content, {
    includetext: false,
    scale: 1,
    paddingwidth: 0,
    paddingheight: 0,
  });
}

/** Returns the dark modules of a code as runs, from top to bottom and from left to right. */
export function toRuns({ columns, rows, dark }: CodeModules): ModuleRun[] {
  const runs: ModuleRun[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = column;
      while (column < columns && dark[row * columns + column]) column++;
      if (column > from) runs.push({ row, from, to: column });
    }
  return runs;
}

/**
 * Creates a context that fills modules. bwip-js draws each bar as a line, and the dark areas of a
 * matrix as outlines along the sides of modules, inside of which are holes.
 */
function createRaster(isOfBars: boolean): DrawingContext<CodeModules> {
  let code: CodeModules = { columns: 0, rows: 0, dark: new Uint8Array() };
  const fill = (row: number, from: number, to: number) => {
    for (let column = from; column < to; column++) code.dark[row * code.columns + column]! ^= 1;
  };
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init(width, height) {
      const rows = isOfBars ? 1 : height;
      code = { columns: width, rows, dark: new Uint8Array(width * rows) };
    },
    line(x, _y, _endX, _endY, width) {
      // The middle of a line of odd width lies between two modules, and bwip-js rounds it up.
      const from = Math.floor(x - width / 2);
      fill(0, from, from + width);
    },
    polygon(points) {
      for (const [index, [x, y]] of points.entries()) {
        const [nextX, nextY] = points[(index + 1) % points.length]!;
        if (x !== nextX) continue;
        // Each upright side changes all modules to the right of it.
        for (let row = Math.min(y, nextY); row < Math.max(y, nextY); row++)
          fill(row, x, code.columns);
      }
    },
    hexagon() {},
    ellipse() {},
    fill() {},
    text() {},
    end: () => (isOfBars ? withoutEnd(code) : code),
  };
}

/** Cuts the light modules after the last bar, of which bwip-js may leave one. */
function withoutEnd({ rows, dark }: CodeModules): CodeModules {
  const columns = dark.lastIndexOf(1) + 1;
  return { columns, rows, dark: dark.subarray(0, columns) };
}
