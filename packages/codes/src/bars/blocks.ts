import type { Plane } from "../plane.ts";

/**
 * Structure tensors of the square blocks of a plane, row by row, each averaged with its eight
 * neighbors.
 */
export type Blocks = {
  /** The side of a block in pixels. */
  size: number;
  columns: number;
  rows: number;
  /** The number of blocks. */
  count: number;
  /** The entries of the structure tensors: sums of products of the gradients across and down. */
  xx: Float32Array;
  yy: Float32Array;
  xy: Float32Array;
  /** The trace of the tensor: the strength of the gradients. */
  energy: Float32Array;
  /** How much the gradients of a block share one direction, from 0 to 1. It is 0 in flat blocks. */
  coherence: Float32Array;
  /** The direction of the gradients in radians. It is 0 in flat blocks. */
  direction: Float32Array;
  /** The energy from which a block is textured. */
  minEnergy: number;
};

/** A block with less than this part of `minEnergy` is flat. */
export const flatPart = 0.6;
/** The percentile of the energies of all blocks that counts as strong, as a part. */
const strongRank = 0.98;
/** The minimum energy of a textured block, as a part of that of strong blocks. */
const minEnergyPart = 0.05;
/** The minimum energy of a textured block for each pixel that is measured, against noise. */
const minPixelEnergy = 40;
/** The minimum side in pixels of blocks in which every second pixel is enough. */
const minSparseSize = 12;

/** Returns the side in pixels of blocks in which bars are found that take a tenth of a plane. */
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
  const step = size >= minSparseSize ? 2 : 1;
  const sums = sumGradients(plane, size, columns, rows, step);
  const xx = averageNeighbors(sums.xx, columns, rows);
  const yy = averageNeighbors(sums.yy, columns, rows);
  const xy = averageNeighbors(sums.xy, columns, rows);
  const count = columns * rows;
  const energy = new Float32Array(count);
  const coherence = new Float32Array(count);
  const direction = new Float32Array(count);
  for (let i = 0; i < count; i++) energy[i] = xx[i]! + yy[i]!;
  const strongEnergy = pickRanked(energy, Math.floor(count * strongRank));
  const minEnergy = Math.max((size / step) ** 2 * minPixelEnergy, strongEnergy * minEnergyPart);
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

/** Averages each value of a grid with its neighbors within the grid. */
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
 * Returns the value that would be at an index if the values were sorted (Hoare's selection). This
 * is quicker than sorting them.
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
