import type { Channel } from "./channels.ts";
import { type Edges, findCrests, type Gradients } from "./edges.ts";

/** The distance from an edge to the middle of each side of it, in pixels. */
const sideDistance = 9;
/** Half the size of the square that is looked at on each side, in pixels. */
const sideRadius = 5;
/** The gradients from which edges are counted beside an edge, besides the minimum gradient. */
const higherLevels = [12, 24, 48];
/** The share of the gradient of an edge below which others beside it are no edges but noise. */
const minBesideShare = 0.6;
/** The maximum number of edges in such a square of a clear side. */
const maxBeside = 5;

/**
 * Finds the edges that have few others on at least one of their sides, however weak. Paper is such
 * a side once its print is removed, while a pattern is on both sides of its own edges. All have the
 * same strength. `minGradient` is their minimum gradient (Sobel): 6 is a step of 0.75 levels.
 */
export function findClearEdges(
  gradients: Gradients,
  light: Channel,
  size: { width: number; height: number },
  minGradient: number,
): Edges {
  const { width, height } = size;
  const levels = [minGradient, ...higherLevels];
  const [across, down, magnitude] = gradients;
  const all = findCrests(gradients, size, minGradient);
  const counters = levels.map((level) => {
    const stronger = all.filter((i) => magnitude[i]! >= level);
    return createCounter(stronger, size);
  });
  const points = all.filter((i) => {
    const x = i % width;
    const y = Math.floor(i / width);
    const gradient = magnitude[i]!;
    const level = levels.findLastIndex((level) => level <= gradient * minBesideShare);
    const countAround = counters[Math.max(0, level)]!;
    const dx = (across[i]! / gradient) * sideDistance;
    const dy = (down[i]! / gradient) * sideDistance;
    return countAround(x + dx, y + dy) <= maxBeside || countAround(x - dx, y - dy) <= maxBeside;
  });
  const strength = new Float32Array(width * height);
  const angle = new Float32Array(width * height);
  for (const i of points) {
    strength[i] = 1;
    angle[i] = Math.atan2(down[i]!, across[i]!);
  }
  return { width, height, points, strength, angle, light };
}

/** Returns a function that counts the points in a square around a place, by a summed-area table. */
function createCounter(
  points: readonly number[],
  { width, height }: { width: number; height: number },
): (x: number, y: number) => number {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (const i of points) sums[(Math.floor(i / width) + 1) * stride + (i % width) + 1] = 1;
  for (let at = stride + 1; at < sums.length; at++)
    if (at % stride !== 0) sums[at]! += sums[at - 1]! + sums[at - stride]! - sums[at - stride - 1]!;
  const clamp = (value: number, size: number) => Math.min(size, Math.max(0, Math.round(value)));
  return (x, y) => {
    const [left, right] = [clamp(x - sideRadius, width), clamp(x + sideRadius + 1, width)];
    const top = clamp(y - sideRadius, height) * stride;
    const bottom = clamp(y + sideRadius + 1, height) * stride;
    return sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!;
  };
}
