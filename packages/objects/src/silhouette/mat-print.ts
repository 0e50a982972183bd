/**
 * The mat as it is printed. `tones` has a gray level (sRGB) for each pixel, rows from the top; the
 * middle is the origin.
 */
export type MatPrint = {
  /** The paper, in millimeters. */
  width: number;
  height: number;
  pixelsPerMillimeter: number;
  tones: Uint8Array;
};

/** The mat in ever smaller copies, each half as large as the one before it. */
export type MatPyramid = { width: number; height: number; levels: Level[] };

type Level = { columns: number; rows: number; perMillimeter: number; tones: Uint8Array };

/** Prepares a print to be sampled at any scale. */
export function createMatPyramid(print: MatPrint): MatPyramid {
  const columns = Math.round(print.width * print.pixelsPerMillimeter);
  const rows = Math.round(print.height * print.pixelsPerMillimeter);
  const { tones, pixelsPerMillimeter } = print;
  const levels: Level[] = [{ columns, rows, perMillimeter: pixelsPerMillimeter, tones }];
  for (let last = levels[0]!; last.columns > 64; last = levels.at(-1)!) levels.push(halve(last));
  return { width: print.width, height: print.height, levels };
}

function halve({ columns, rows, perMillimeter, tones }: Level): Level {
  const half = { columns: columns >> 1, rows: rows >> 1 };
  const smaller = new Uint8Array(half.columns * half.rows);
  for (let row = 0; row < half.rows; row++) {
    for (let column = 0; column < half.columns; column++) {
      const at = 2 * row * columns + 2 * column;
      const sum = tones[at]! + tones[at + 1]! + tones[at + columns]! + tones[at + columns + 1]!;
      smaller[row * half.columns + column] = Math.round(sum / 4);
    }
  }
  return { ...half, perMillimeter: perMillimeter / 2, tones: smaller };
}

/**
 * Returns the tone (0 to 1) at a place in millimeters from the middle, y up, averaged over about
 * `size` millimeters.
 */
export function sampleMat(mat: MatPyramid, x: number, y: number, size: number): number {
  let index = 0;
  while (index + 1 < mat.levels.length && mat.levels[index + 1]!.perMillimeter * size >= 1) index++;
  const { columns, rows, perMillimeter, tones } = mat.levels[index]!;
  const u = (x + mat.width / 2) * perMillimeter - 0.5;
  const v = (mat.height / 2 - y) * perMillimeter - 0.5;
  const column = Math.min(columns - 2, Math.max(0, Math.floor(u)));
  const row = Math.min(rows - 2, Math.max(0, Math.floor(v)));
  const a = Math.min(1, Math.max(0, u - column));
  const b = Math.min(1, Math.max(0, v - row));
  const at = row * columns + column;
  const upper = tones[at]! * (1 - a) + tones[at + 1]! * a;
  const lower = tones[at + columns]! * (1 - a) + tones[at + columns + 1]! * a;
  return (upper * (1 - b) + lower * b) / 255;
}
