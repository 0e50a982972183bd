import type { Plane } from "../plane.ts";

/** Averages rows of equal length. */
export function averageRows(rows: readonly Float32Array[]): Float32Array {
  const average = new Float32Array(rows[0]!.length);
  for (const row of rows) for (let i = 0; i < average.length; i++) average[i]! += row[i]!;
  for (let i = 0; i < average.length; i++) average[i]! /= rows.length;
  return average;
}

/**
 * Averages the darkest samples at each position, of a `part` of the rows. Glare and scratches,
 * which make bars brighter, drop out.
 */
export function averageDarkest(rows: readonly Float32Array[], part: number): Float32Array {
  const count = Math.max(1, Math.ceil(rows.length * part));
  const column = new Float32Array(rows.length);
  return rows[0]!.map((_, i) => {
    for (let r = 0; r < rows.length; r++) column[r] = rows[r]![i]!;
    column.sort();
    let sum = 0;
    for (let r = 0; r < count; r++) sum += column[r]!;
    return sum / count;
  });
}

/** Averages neighboring rows, so that `count` are left. */
export function toBands(rows: readonly Float32Array[], count: number): Float32Array[] {
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * rows.length) / count);
    const end = Math.max(start + 1, Math.floor(((i + 1) * rows.length) / count));
    return averageRows(rows.slice(start, end));
  });
}

/** Sharpens a row with an unsharp mask: amplifies differences from the samples within `radius`. */
export function sharpenRow(row: Float32Array, radius: number, strength: number): Float32Array {
  const { length } = row;
  const sums = new Float64Array(length + 1);
  for (let i = 0; i < length; i++) sums[i + 1] = sums[i]! + row[i]!;
  return row.map((value, i) => {
    const start = Math.max(0, i - radius);
    const end = Math.min(length, i + radius + 1);
    return value + strength * (value - (sums[end]! - sums[start]!) / (end - start));
  });
}

/** Returns the maximum within `reach` samples of each sample. */
export function runningMaximum(values: Float32Array, reach: number): Float32Array {
  const length = values.length;
  const maxima = new Float32Array(length);
  // The indices of the window at which values fall: the first value is the maximum.
  const queue = new Int32Array(length);
  let head = 0;
  let tail = 0;
  for (let i = 0; i < length + reach; i++) {
    if (i < length) {
      while (tail > head && values[queue[tail - 1]!]! <= values[i]!) tail--;
      queue[tail++] = i;
    }
    if (i < reach) continue;
    while (queue[head]! < i - 2 * reach) head++;
    maxima[i - reach] = values[queue[head]!]!;
  }
  return maxima;
}

/**
 * Returns the correlation of two rows from `start` to before `end`, from -1 to 1. It is 0 if a row
 * is flat.
 */
export function correlate(
  a: Float32Array,
  b: Float32Array,
  start = 0,
  end: number = a.length,
): number {
  let sumA = 0;
  let sumB = 0;
  for (let i = start; i < end; i++) {
    sumA += a[i]!;
    sumB += b[i]!;
  }
  const meanA = sumA / (end - start);
  const meanB = sumB / (end - start);
  let sumAb = 0;
  let sumAa = 0;
  let sumBb = 0;
  for (let i = start; i < end; i++) {
    const differenceA = a[i]! - meanA;
    const differenceB = b[i]! - meanB;
    sumAb += differenceA * differenceB;
    sumAa += differenceA * differenceA;
    sumBb += differenceB * differenceB;
  }
  return sumAb / Math.sqrt(sumAa * sumBb + 1e-9);
}

/**
 * The height of a drawn band in pixels. zxing-cpp reads each line of pixels on its own and counts
 * it in `lineCount`, but counts two lines of a DataBar as one.
 */
export const bandHeight = 2;

/** Draws bands below each other as a picture for a reader of linear codes. */
export function drawBands(bands: readonly Float32Array[]): Plane {
  const width = bands[0]!.length;
  const height = bands.length * bandHeight;
  const data = new Uint8ClampedArray(width * height);
  bands.forEach((band, index) => {
    for (let y = 0; y < bandHeight; y++) data.set(band, (index * bandHeight + y) * width);
  });
  return { data: new Uint8Array(data.buffer), width, height, scale: 1 };
}
