import { type Region, turnBetween } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { type Blocks, flatPart, measureBlocks } from "./blocks.ts";

/**
 * Finds regions of parallel bars at any angle, the strongest first. Returns at most `maxCount`.
 * Small blocks tell small codes from what is close to them.
 */
export function locateRegions(plane: Plane, maxCount: number, blockSize?: number): Region[] {
  const blocks = measureBlocks(plane, blockSize);
  return blocks ? locateInBlocks(blocks, maxCount) : [];
}

/** Finds regions of parallel bars in the blocks of a plane, the strongest first. */
export function locateInBlocks(blocks: Blocks, maxCount: number): Region[] {
  return listClusters(blocks)
    .map((cluster) => toRegion(blocks, cluster))
    .filter(({ length, height }) => length > minLength && height > minHeight)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxCount);
}

/**
 * Neighboring blocks whose gradients share a direction, with the sums of their structure tensors.
 */
type Cluster = { indices: number[]; xx: number; yy: number; xy: number };

/** The minimum number of blocks of a cluster. */
const minClusterSize = 6;
/** The minimum length of a region that may hold a code, in pixels. */
const minLength = 30;
/** The minimum height of a region that may hold a code, in pixels. */
const minHeight = 4;
/** The maximum angle between the gradients of a block and those of its cluster, in radians. */
const maxTurn = 0.35;
/** The minimum coherence of the block from which a cluster grows. */
const minSeedCoherence = 0.6;
/** The minimum coherence of its other blocks. */
const minCoherence = 0.45;
/**
 * The part of the blocks that is left out at each end along the scan direction: the outermost ones
 * are often a border or print beside the code.
 */
const trimmedAlong = 0.03;
/** The part of the blocks that is left out at each end across the scan direction. */
const trimmedAcross = 0.06;
/**
 * How far a region reaches beyond the centers of its outermost blocks at each end along the scan
 * direction, in blocks.
 */
const reachAlong = 0.7;
/** How far it reaches beyond them across the scan direction, at both sides together, in blocks. */
const reachAcross = 0.8;
/** The inverse of the part of a region that its blocks have to fill for the full score. */
const filledFactor = 1.5;

/** Grows clusters from the blocks with the strongest gradients in one direction. */
function listClusters(blocks: Blocks): Cluster[] {
  const { count, energy, coherence, minEnergy } = blocks;
  const strength = energy.map((value, index) => value * coherence[index]!);
  const seeds: number[] = [];
  for (let index = 0; index < count; index++) {
    if (energy[index]! > minEnergy && coherence[index]! > minSeedCoherence) seeds.push(index);
  }
  seeds.sort((a, b) => strength[b]! - strength[a]!);
  const isTaken = new Uint8Array(count);
  const clusters: Cluster[] = [];
  for (const seed of seeds) {
    if (isTaken[seed]) continue;
    const cluster = growCluster(blocks, seed, isTaken);
    if (cluster.indices.length >= minClusterSize) clusters.push(cluster);
  }
  return clusters;
}

function growCluster(blocks: Blocks, seed: number, isTaken: Uint8Array): Cluster {
  const { columns, rows, xx, yy, xy, energy, coherence, direction, minEnergy } = blocks;
  const cluster: Cluster = { indices: [], xx: 0, yy: 0, xy: 0 };
  const stack = [seed];
  isTaken[seed] = 1;
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    cluster.indices.push(index);
    cluster.xx += xx[index]!;
    cluster.yy += yy[index]!;
    cluster.xy += xy[index]!;
    const angle = toAngle(cluster);
    const x = index % columns;
    const y = Math.floor(index / columns);
    for (let ny = Math.max(0, y - 1); ny <= Math.min(rows - 1, y + 1); ny++) {
      for (let nx = Math.max(0, x - 1); nx <= Math.min(columns - 1, x + 1); nx++) {
        const neighbor = ny * columns + nx;
        if (isTaken[neighbor] || energy[neighbor]! < minEnergy * flatPart) continue;
        if (coherence[neighbor]! < minCoherence) continue;
        if (turnBetween(direction[neighbor]!, angle) > maxTurn) continue;
        isTaken[neighbor] = 1;
        stack.push(neighbor);
      }
    }
  }
  return cluster;
}

/** The direction of the summed gradients (the eigenvector of the structure tensor), in radians. */
function toAngle({ xx, yy, xy }: Cluster): number {
  return 0.5 * Math.atan2(2 * xy, xx - yy);
}

function toRegion(blocks: Blocks, cluster: Cluster): Region & { score: number } {
  const { columns, size, energy } = blocks;
  const { indices, xx, yy, xy } = cluster;
  const angle = toAngle(cluster);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const along = new Float64Array(indices.length);
  const across = new Float64Array(indices.length);
  let [weight, centerX, centerY] = [0, 0, 0];
  indices.forEach((index, i) => {
    const x = ((index % columns) + 0.5) * size;
    const y = (Math.floor(index / columns) + 0.5) * size;
    weight += energy[index]!;
    centerX += x * energy[index]!;
    centerY += y * energy[index]!;
    along[i] = x * ux + y * uy;
    across[i] = y * ux - x * uy;
  });
  centerX /= weight;
  centerY /= weight;
  along.sort();
  across.sort();
  const [alongMean, acrossMean] = [centerX * ux + centerY * uy, centerY * ux - centerX * uy];
  const left = pickLow(along, trimmedAlong) - alongMean - size * reachAlong;
  const right = pickHigh(along, 1 - trimmedAlong) - alongMean + size * reachAlong;
  const top = pickLow(across, trimmedAcross) - acrossMean;
  const bottom = pickHigh(across, 1 - trimmedAcross) - acrossMean;
  const length = right - left;
  const height = bottom - top + size * reachAcross;
  const filledPart = (indices.length * size * size) / (length * (height + size));
  const coherence = Math.hypot(xx - yy, 2 * xy) / (xx + yy);
  const [alongCenter, acrossCenter] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: centerX + ux * alongCenter - uy * acrossCenter,
    y: centerY + uy * alongCenter + ux * acrossCenter,
    angle,
    length,
    height,
    score: weight * coherence * Math.min(1, filledPart * filledFactor),
  };
}

/** Returns the value below which a part of the sorted values lies. */
function pickLow(sorted: Float64Array, part: number): number {
  return sorted[Math.floor(sorted.length * part)]!;
}

/** Returns the value above which the rest of the sorted values lies. */
function pickHigh(sorted: Float64Array, part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]!;
}
