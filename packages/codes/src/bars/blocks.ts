import type { Plane } from "../plane.ts";

/**
 * Structure tensors of square blocks, row by row, each averaged with its eight neighbors. `size` is
 * the side of a block in pixels. `energy` is the strength of the gradients, `coherence` (0 to 1)
 * how much they share one `direction` (radians). Blocks with less than `flatPart` of `minEnergy`
 * are flat and have neither.
 */
export type Blocks = {
  size: number;
  columns: number;
  rows: number;
  count: number;
  xx: Float32Array;
  yy: Float32Array;
  xy: Float32Array;
  energy: Float32Array;
  coherence: Float32Array;
  direction: Float32Array;
  minEnergy: number;
};

export const flatPart = 0.6;

/** The side of a block by which bars are found that take a tenth of a plane, in pixels. */
export function chooseBlockSize({ width, height }: Plane): number {
  return Math.max(6, Math.min(16, Math.round(Math.max(width, height) / 72)));
}

/** Measures the gradients of a plane. Returns undefined if it has fewer than 3 x 3 blocks. */
export function measureBlocks(
  plane: Plane,
  size: number = chooseBlockSize(plane),
): Blocks | undefined {
  const { width, height } = plane;
  const columns = Math.floor(width / size);
  const rows = Math.floor(height / size);
  if (columns < 3 || rows < 3) return undefined;
  // Every second pixel is enough for large blocks.
  const step = size >= 12 ? 2 : 1;
  const sums = sumGradients(plane, size, columns, rows, step);
  const [xx, yy, xy] = [sums.xx, sums.yy, sums.xy].map((sum) =>
    averageNeighbors(sum, columns, rows),
  ) as [Float32Array, Float32Array, Float32Array];
  const count = columns * rows;
  const energy = new Float32Array(count);
  const coherence = new Float32Array(count);
  const direction = new Float32Array(count);
  for (let i = 0; i < count; i++) energy[i] = xx[i]! + yy[i]!;
  const strongEnergy = pickRanked(energy, Math.floor(count * 0.98));
  const minEnergy = Math.max((size / step) ** 2 * 40, strongEnergy * 0.05);
  for (let i = 0; i < count; i++) {
    if (energy[i]! < minEnergy * flatPart) continue;
    const difference = xx[i]! - yy[i]!;
    const turned = 2 * xy[i]!;
    coherence[i] = Math.sqrt(difference * difference + turned * turned) / energy[i]!;
    direction[i] = 0.5 * Math.atan2(turned, difference);
  }
  return { size, columns, rows, count, xx, yy, xy, energy, coherence, direction, minEnergy };
}

function sumGradients(
  { data, width, height }: Plane,
  size: number,
  columns: number,
  rows: number,
  step: number,
): GradientSums {
  const count = columns * rows;
  const sums = {
    xx: new Float32Array(count),
    yy: new Float32Array(count),
    xy: new Float32Array(count),
  };
  for (let y = 1; y < Math.min(height - 1, rows * size); y += step) {
    const row = y * width;
    for (let column = 0, k = Math.floor(y / size) * columns; column < columns; column++, k++) {
      const start = row + Math.max(1, column * size);
      const end = row + Math.min(width - 1, (column + 1) * size);
      addGradients(data, width, start, end, step, sums, k);
    }
  }
  return sums;
}

type GradientSums = { xx: Float32Array; yy: Float32Array; xy: Float32Array };

/** Adds the gradients of pixels in a row to the sums of a block. */
function addGradients(
  data: Uint8Array,
  width: number,
  start: number,
  end: number,
  step: number,
  sums: GradientSums,
  block: number,
): void {
  let [sumXx, sumYy, sumXy] = [0, 0, 0];
  for (let i = start; i < end; i += step) {
    const dx = data[i + 1]! - data[i - 1]!;
    const dy = data[i + width]! - data[i - width]!;
    sumXx += dx * dx;
    sumYy += dy * dy;
    sumXy += dx * dy;
  }
  sums.xx[block]! += sumXx;
  sums.yy[block]! += sumYy;
  sums.xy[block]! += sumXy;
}

/** Averages each value with its neighbors, as far as there are any. */
function averageNeighbors(values: Float32Array, columns: number, rows: number): Float32Array {
  const across = new Float32Array(values.length);
  for (let start = 0; start < values.length; start += columns) {
    const end = start + columns - 1;
    across[start] = (values[start]! + values[start + 1]!) / 2;
    for (let i = start + 1; i < end; i++) {
      across[i] = (values[i - 1]! + values[i]! + values[i + 1]!) / 3;
    }
    across[end] = (values[end - 1]! + values[end]!) / 2;
  }
  const averages = new Float32Array(values.length);
  const last = (rows - 1) * columns;
  for (let x = 0; x < columns; x++) {
    averages[x] = (across[x]! + across[x + columns]!) / 2;
    averages[last + x] = (across[last + x]! + across[last + x - columns]!) / 2;
  }
  for (let i = columns; i < last; i++) {
    averages[i] = (across[i - columns]! + across[i]! + across[i + columns]!) / 3;
  }
  return averages;
}

/**
 * Returns the value that would be at an index if the values were sorted (Hoare's selection), which
 * is quicker than to sort them.
 */
function pickRanked(values: Float32Array, index: number): number {
  const ranked = values.slice();
  let [first, last] = [0, ranked.length - 1];
  while (first < last) {
    const pivot = ranked[(first + last) >> 1]!;
    let [low, high] = [first, last];
    while (low <= high) {
      while (ranked[low]! < pivot) low++;
      while (ranked[high]! > pivot) high--;
      if (low > high) break;
      const value = ranked[low]!;
      ranked[low++] = ranked[high]!;
      ranked[high--] = value;
    }
    if (index <= high) last = high;
    else if (index >= low) first = low;
    else break;
  }
  return ranked[index]!;
}
