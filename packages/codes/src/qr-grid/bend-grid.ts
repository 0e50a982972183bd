import type { ModuleGrid } from "./module-grid.ts";

/**
 * A stage of bending: bumps around `centers`, whose radius is `reach`, both in sides of the grid,
 * and the steps by which they shift modules, in modules.
 */
type Stage = { centers: readonly (readonly [number, number])[]; reach: number; steps: number[] };

const stages: Stage[] = [
  {
    centers: [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0.5, 0.5],
    ],
    reach: 1.5,
    steps: [0.6, 0.3, 0.15],
  },
  { centers: toCenters([0, 0.5, 1]), reach: 0.75, steps: [0.6, 0.3, 0.15] },
  { centers: toCenters([0, 0.2, 0.4, 0.6, 0.8, 1]), reach: 0.4, steps: [0.5, 0.25, 0.12] },
];

/** The number of stages of `bendGrid`, from coarse to fine. */
export const stageCount: number = stages.length;

/**
 * Shifts modules by smooth bumps, where that raises the contrast of the grid. `stage` is 0 (coarse)
 * to 2 (fine).
 */
export function bendGrid(grid: ModuleGrid, stage: number): void {
  const { centers, reach, steps } = stages[stage]!;
  const bumps = centers.map((center) => createBump(center, reach, grid.size));
  const contrasts = new Float32Array(grid.size * grid.size);
  const shifted = new Float32Array(grid.size * grid.size);
  for (const step of steps) {
    for (let index = 0; index < contrasts.length; index++) {
      contrasts[index] = grid.contrastAt(index, grid.shiftX[index]!, grid.shiftY[index]!);
    }
    for (const bump of bumps) {
      tryShift(grid, bump, step, 0, contrasts, shifted);
      tryShift(grid, bump, -step, 0, contrasts, shifted);
      tryShift(grid, bump, 0, step, contrasts, shifted);
      tryShift(grid, bump, 0, -step, contrasts, shifted);
    }
    grid.measure();
  }
}

/** The modules that a bump shifts, and the parts of its height by which it shifts each of them. */
type Bump = { indexes: Uint16Array; weights: Float32Array };

/** Creates a bump in the form of a raised cosine. */
function createBump(
  [centerX, centerY]: readonly [number, number],
  reach: number,
  size: number,
): Bump {
  const indexes: number[] = [];
  const weights: number[] = [];
  for (let index = 0; index < size * size; index++) {
    const x = ((index % size) + 0.5) / size - centerX;
    const y = (Math.floor(index / size) + 0.5) / size - centerY;
    const distance = Math.hypot(x, y) / reach;
    if (distance >= 1) continue;
    indexes.push(index);
    weights.push((1 + Math.cos(Math.PI * distance)) / 2);
  }
  return { indexes: Uint16Array.from(indexes), weights: Float32Array.from(weights) };
}

/** Shifts the modules of a bump if that raises the contrast. */
function tryShift(
  grid: ModuleGrid,
  { indexes, weights }: Bump,
  stepX: number,
  stepY: number,
  contrasts: Float32Array,
  shifted: Float32Array,
): void {
  const { shiftX, shiftY } = grid;
  let change = 0;
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i]!;
    const weight = weights[i]!;
    const contrast = grid.contrastAt(
      index,
      shiftX[index]! + stepX * weight,
      shiftY[index]! + stepY * weight,
    );
    change += contrast - contrasts[index]!;
    shifted[i] = contrast;
  }
  if (change <= 0) return;
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i]!;
    shiftX[index]! += stepX * weights[i]!;
    shiftY[index]! += stepY * weights[i]!;
    contrasts[index] = shifted[i]!;
  }
}

function toCenters(steps: number[]): [number, number][] {
  return steps.flatMap((y) => steps.map((x): [number, number] => [x, y]));
}
