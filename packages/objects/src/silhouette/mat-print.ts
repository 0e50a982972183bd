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

/** An image pyramid of the mat, whose size is in millimeters: each level halves the one before. */
export type MatPyramid = { width: number; height: number; levels: [Level, ...Level[]] };

type Level = { columns: number; rows: number; perMillimeter: number; tones: Uint8Array };

/** A level is not halved again if it has at most this many columns. */
const maxSmallestColumns = 64;

/** Prepares a print to be sampled at any scale. */
export function createMatPyramid(print: MatPrint): MatPyramid {
  const { width, height, tones, pixelsPerMillimeter: perMillimeter } = print;
  const columns = Math.round(width * perMillimeter);
  const rows = Math.round(height * perMillimeter);
  let level: Level = { columns, rows, perMillimeter, tones };
  const levels: [Level, ...Level[]] = [level];
  while (level.columns > maxSmallestColumns) {
    level = halveLevel(level);
    levels.push(level);
  }
  return { width, height, levels };
}

function halveLevel({ columns, rows, perMillimeter, tones }: Level): Level {
  const half = { columns: columns >> 1, rows: rows >> 1 };
  const means = new Uint8Array(half.columns * half.rows);
  for (let row = 0; row < half.rows; row++) {
    for (let column = 0; column < half.columns; column++) {
      const at = 2 * row * columns + 2 * column;
      const sum = tones[at]! + tones[at + 1]! + tones[at + columns]! + tones[at + columns + 1]!;
      means[row * half.columns + column] = Math.round(sum / 4);
    }
  }
  return { ...half, perMillimeter: perMillimeter / 2, tones: means };
}

/**
 * Returns the tone, from 0 to 1, at a point of the mat by bilinear interpolation. `x` and `y` are
 * in millimeters from the middle, y up. The level of the pyramid is the smallest whose pixels are
 * at most `size` millimeters wide.
 */
export function sampleMat(mat: MatPyramid, x: number, y: number, size: number): number {
  const { columns, rows, perMillimeter, tones } = chooseLevel(mat, size);
  const u = (x + mat.width / 2) * perMillimeter - 0.5;
  const v = (mat.height / 2 - y) * perMillimeter - 0.5;
  const column = Math.min(columns - 2, Math.max(0, Math.floor(u)));
  const row = Math.min(rows - 2, Math.max(0, Math.floor(v)));
  const a = Math.min(1, Math.max(0, u - column));
  const b = Math.min(1, Math.max(0, v - row));
  const at = row * columns + column;
  const upper = interpolate(tones, at, a);
  const lower = interpolate(tones, at + columns, a);
  return (upper * (1 - b) + lower * b) / 255;
}

const interpolate = (tones: Uint8Array, at: number, share: number) =>
  tones[at]! * (1 - share) + tones[at + 1]! * share;

function chooseLevel({ levels }: MatPyramid, size: number): Level {
  let chosen = levels[0];
  for (const level of levels) {
    if (level.perMillimeter * size < 1) break;
    chosen = level;
  }
  return chosen;
}
