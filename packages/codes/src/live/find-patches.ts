import type { Box } from "../geometry/box.ts";
import type { Plane } from "../plane.ts";

/**
 * The side of a cell in pixels. It is less than the quiet zone of a code that takes a tenth of the
 * frame.
 */
const cellSize = 8;
/** The minimum width and height of a patch, in cells. */
const minCells = 4;
/** The minimum energy of a cell of a patch, as a ratio to the energy of its strongest cell. */
const minEnergyRatio = 0.18;
/** The maximum number of strongest cells from which patches are grown, which bounds the time. */
const maxSeeds = 24;
/**
 * The minimum energy of a cell, which is the sum of squared differences between its neighboring
 * pixels. The noise of a camera has an energy of up to about 150 for each pixel.
 */
const minEnergy = cellSize * cellSize * 150;

/** A box, and how likely it holds a matrix code: the highest score is the likeliest. */
type ScoredBox = Box & { score: number };

/**
 * Finds patches of strong contrast with surroundings of low contrast, as matrix codes with their
 * quiet zones are. Returns at most `maxCount` boxes in pixels of the plane, the likeliest first.
 */
export function findPatches(plane: Plane, maxCount: number): Box[] {
  const columns = Math.floor(plane.width / cellSize);
  const rows = Math.floor(plane.height / cellSize);
  const energy = measureCells(plane, columns, rows);
  const isTaken = new Uint8Array(energy.length);
  const patches: ScoredBox[] = [];
  for (let i = 0; i < maxSeeds; i++) {
    const seed = findStrongest(energy, isTaken);
    if (seed === undefined) break;
    const patch = growPatch(energy, columns, rows, seed, isTaken);
    if (patch) patches.push(patch);
  }
  return patches
    .sort((a, b) => b.score - a.score)
    .slice(0, maxCount)
    .map(({ x, y, width, height }) => ({ x, y, width, height }));
}

/** Returns the energy of each cell, row by row. */
function measureCells({ data, width }: Plane, columns: number, rows: number): Float32Array {
  const energy = new Float32Array(columns * rows);
  for (let cell = 0; cell < energy.length; cell++) {
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    energy[cell] = measureCell(data, width, (row * width + column) * cellSize);
  }
  return energy;
}

/** Sums the squared differences of neighbors in the cell whose first pixel is at `start`. */
function measureCell(data: Uint8Array, width: number, start: number): number {
  let sum = 0;
  for (let y = 0; y < cellSize - 1; y++) {
    const row = start + y * width;
    for (let k = row; k < row + cellSize - 1; k++) {
      const across = data[k + 1]! - data[k]!;
      const down = data[k + width]! - data[k]!;
      sum += across * across + down * down;
    }
  }
  return sum;
}

/** Returns the index of the strongest cell that is not taken, if any is strong enough. */
function findStrongest(energy: Float32Array, isTaken: Uint8Array): number | undefined {
  let strongest: number | undefined;
  let maxEnergy = minEnergy;
  for (let index = 0; index < energy.length; index++) {
    if (energy[index]! <= maxEnergy || isTaken[index]) continue;
    maxEnergy = energy[index]!;
    strongest = index;
  }
  return strongest;
}

/**
 * Grows a patch from a seed over neighboring strong cells, and marks them as taken. Returns
 * undefined if the patch is too small for a code.
 */
function growPatch(
  energy: Float32Array,
  columns: number,
  rows: number,
  seed: number,
  isTaken: Uint8Array,
): ScoredBox | undefined {
  const threshold = Math.max(minEnergy, energy[seed]! * minEnergyRatio);
  const stack = [seed];
  isTaken[seed] = 1;
  let [left, right, top, bottom, count, contrast] = [columns, 0, rows, 0, 0, 0];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const x = index % columns;
    const y = (index - x) / columns;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    count++;
    contrast += Math.sqrt(energy[index]!);
    for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) {
        const neighbor = ny * columns + nx;
        if (isTaken[neighbor] || energy[neighbor]! < threshold) continue;
        isTaken[neighbor] = 1;
        stack.push(neighbor);
      }
    }
  }
  const [width, height] = [right - left + 1, bottom - top + 1];
  if (Math.min(width, height) < minCells) return undefined;
  // A patch that fills its box and is nearly square is likelier a matrix code than a line of text
  // or an edge.
  const [fillRatio, aspectRatio] = [
    count / (width * height),
    Math.min(width, height) / Math.max(width, height),
  ];
  return {
    x: left * cellSize,
    y: top * cellSize,
    width: width * cellSize,
    height: height * cellSize,
    score: contrast * (fillRatio * aspectRatio),
  };
}
