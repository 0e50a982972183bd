import { type Corners, mapCorners } from "../geometry/corners.ts";
import { projectSquare } from "../geometry/projection.ts";
import { getKnownModules } from "./known-modules.ts";
import { type Contrast, interpolateContrast } from "./local-contrast.ts";

/** The best corners of a code of a version, and the agreement of its known modules. */
export type Fit = {
  /** The outer corners, in pixels of the contrast plane. */
  corners: Corners;
  /**
   * The agreement of the known modules outside the finder patterns with their colors, -1 to 1: 0 is
   * chance.
   */
  agreement: number;
};

/** The distance of the centers of finder patterns from the outer edges, in modules. */
const inset = 3.5;
/**
 * The steps by which the centers of finder patterns and estimated corners are moved, in modules,
 * and the number of passes over all of them.
 */
const rounds = [
  { finderStep: 0, estimatedStep: 1.8, passes: 2 },
  { finderStep: 0.6, estimatedStep: 0.9, passes: 2 },
  { finderStep: 0.3, estimatedStep: 0.45, passes: 1 },
  { finderStep: 0.15, estimatedStep: 0.2, passes: 1 },
];
/** The number of coarse rounds. */
const coarseRounds = 2;
/** The minimum agreement after the coarse rounds. Less is chance. */
const minNearAgreement = 0.2;

/**
 * Moves the centers of finder patterns and the points that complete their square until the known
 * modules of a version agree with the picture as well as possible. `estimated` are the points
 * without a finder pattern. Returns undefined if the centers do not span a square in perspective or
 * the version is hopeless.
 */
export function fitCorners(
  contrast: Contrast,
  centers: Corners,
  version: number,
  estimated: number[],
): Fit | undefined {
  const pattern = listKnownPoints(version);
  const side = pattern.size - 2 * inset;
  const order = [...estimated, ...[0, 1, 2, 3].filter((corner) => !estimated.includes(corner))];
  let best: Placement = { centers, score: scorePattern(contrast, centers, pattern) };
  for (const [round, { finderStep, estimatedStep, passes }] of rounds.entries()) {
    // Coarse steps bring a code of this version near; anything else stays at chance.
    const isCoarse = round < coarseRounds;
    if (!isCoarse && measureAgreement(contrast, best.centers, pattern) < minNearAgreement)
      return undefined;
    for (let pass = 0; pass < passes; pass++) {
      for (const corner of order) {
        const step = estimated.includes(corner) ? estimatedStep : finderStep;
        if (step > 0) best = moveCorner(contrast, pattern, best, corner, step / side);
      }
    }
  }
  const project = projectSquare(best.centers, side);
  if (!project) return undefined;
  return {
    corners: [
      project(-inset, -inset),
      project(side + inset, -inset),
      project(side + inset, side + inset),
      project(-inset, side + inset),
    ],
    agreement: measureAgreement(contrast, best.centers, pattern),
  };
}

/** The centers of the square and the score of the known modules there. */
type Placement = { centers: Corners; score: number };

/**
 * Moves a corner along the two sides that meet in it, by a fraction of their length, where that
 * raises the score.
 */
function moveCorner(
  contrast: Contrast,
  pattern: KnownPoints,
  placement: Placement,
  corner: number,
  fraction: number,
): Placement {
  const start = placement.centers[corner]!;
  let best = placement;
  for (const neighbor of [(corner + 3) % 4, (corner + 1) % 4]) {
    const other = placement.centers[neighbor]!;
    for (const factor of [fraction, -fraction]) {
      const { x, y } = best.centers[corner]!;
      const moved = { x: x + (other.x - start.x) * factor, y: y + (other.y - start.y) * factor };
      const centers = mapCorners(best.centers, (point, i) => (i === corner ? moved : point));
      const score = scorePattern(contrast, centers, pattern);
      if (score > best.score) best = { centers, score };
    }
  }
  return best;
}

/**
 * The known modules of a version: positions from the center of the first finder pattern, and
 * colors.
 */
type KnownPoints = {
  /** The number of modules per side. */
  size: number;
  columns: Float32Array;
  rows: Float32Array;
  /** 1 dark, -1 light. */
  colors: Int8Array;
  /** The number of points outside of the finder patterns, which come first. */
  outerCount: number;
};

const cache = new Map<number, KnownPoints>();

function listKnownPoints(version: number): KnownPoints {
  const cached = cache.get(version);
  if (cached) return cached;
  const { size, modules } = getKnownModules(version);
  const indexes = [...modules.keys()].filter((index) => modules[index] !== 0);
  const isFinder = (index: number) => {
    const column = index % size;
    const row = Math.floor(index / size);
    return (column < 8 && (row < 8 || row >= size - 8)) || (column >= size - 8 && row < 8);
  };
  const outer = indexes.filter((index) => !isFinder(index));
  const sorted = [...outer, ...indexes.filter(isFinder)];
  const points: KnownPoints = {
    size,
    columns: Float32Array.from(sorted, (index) => (index % size) + 0.5 - inset),
    rows: Float32Array.from(sorted, (index) => Math.floor(index / size) + 0.5 - inset),
    colors: Int8Array.from(sorted, (index) => modules[index]!),
    outerCount: outer.length,
  };
  cache.set(version, points);
  return points;
}

/**
 * The maximum contrast of a module that counts, in gray levels, so that a few strong modules do not
 * outweigh many weak ones.
 */
const maxContrast = 40;

/**
 * Returns the summed contrast of the known modules, negative for wrong colors, or -Infinity if the
 * centers do not span a square.
 */
function scorePattern(
  contrast: Contrast,
  centers: Corners,
  { size, columns, rows, colors }: KnownPoints,
): number {
  const project = projectSquare(centers, size - 2 * inset);
  if (!project) return Number.NEGATIVE_INFINITY;
  let score = 0;
  for (let i = 0; i < colors.length; i++) {
    const { x, y } = project(columns[i]!, rows[i]!);
    const value = interpolateContrast(contrast, x, y);
    score -= Math.min(maxContrast, Math.max(-maxContrast, value)) * colors[i]!;
  }
  return score;
}

/** Returns the mean agreement of the known modules outside of the finder patterns, from -1 to 1. */
function measureAgreement(
  contrast: Contrast,
  centers: Corners,
  { size, columns, rows, colors, outerCount }: KnownPoints,
): number {
  const project = projectSquare(centers, size - 2 * inset);
  if (!project) return -1;
  let agreement = 0;
  for (let i = 0; i < outerCount; i++) {
    const { x, y } = project(columns[i]!, rows[i]!);
    agreement -= Math.sign(interpolateContrast(contrast, x, y)) * colors[i]!;
  }
  return agreement / outerCount;
}
