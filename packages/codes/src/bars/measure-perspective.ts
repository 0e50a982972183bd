import type { Point } from "../geometry/point.ts";
import type { Region } from "../geometry/region.ts";
import { type Plane, soften } from "../plane.ts";
import { binCount, findAxes, minGradient, toBin } from "./measure-turns.ts";

/** How a flat code lies in a plane, as `projectPoint` maps its points. */
export type Perspective = {
  /** The center of the code in pixels of the plane. */
  center: Point;
  /** The direction of the rows in the center, as a unit vector. */
  along: Point;
  /** The direction of the bars in the center, as a unit vector. */
  down: Point;
  /** The growth of the depth for each pixel along the rows. */
  alongDepth: number;
  /** The growth of the depth for each pixel down the bars. */
  downDepth: number;
  /** How far the edges reach from the center in pixels, if they are evenly spread. */
  reach: { along: number; down: number };
};

/** The minimum depth of a point, with the center at 1: the vanishing line is near 0. */
const minDepth = 0.2;

/**
 * Returns where the point of a code that is `p` pixels along its rows and `q` pixels down its bars
 * from the center is seen.
 */
export function projectPoint(
  { center, along, down, alongDepth, downDepth }: Perspective,
  p: number,
  q: number,
): Point {
  const nearness = 1 / Math.max(minDepth, 1 + alongDepth * p + downDepth * q);
  return {
    x: center.x + (along.x * p + down.x * q) * nearness,
    y: center.y + (along.y * p + down.y * q) * nearness,
  };
}

/** The maximum number of gradients: more take more time and are not more exact. */
const maxGradients = 12_000;
/** The number of rounds of a robust fit. */
const rounds = 4;
/**
 * The maximum angle of an edge to the direction that was fitted so far, as a tangent, in the first
 * round. Other edges are left out.
 */
const firstTolerance = 0.5;
/** This angle in later rounds. */
const laterTolerance = 0.2;
/**
 * The minimum distance of a vanishing point from the center, in multiples of the reach. Lines that
 * meet nearer are not lines of one code.
 */
const minVanishingDistance = 2;

/**
 * Measures how a code in a region lies in a plane. Lines that are parallel on the code meet in a
 * vanishing point, so the directions of its edges change over the code.
 */
export function measurePerspective(plane: Plane, region: Region): Perspective {
  const gradients = listGradients(soften(plane, 1), region);
  const strengths = new Float64Array(binCount);
  for (let i = 0; i < gradients.length; i += gradientFields) {
    strengths[toBin(gradients[i + 2]!, gradients[i + 3]!, Math.PI)]! += gradients[i + 4]!;
  }
  const [acrossBars, acrossRows] = findAxes(strengths);
  const sign = Math.sign(Math.sin(acrossRows - acrossBars));
  const along = { x: sign * Math.sin(acrossRows), y: -sign * Math.cos(acrossRows) };
  const down = { x: -Math.sin(acrossBars), y: Math.cos(acrossBars) };
  const center = findCenter(gradients, region);
  const { bars, rows, reach } = splitEdges(gradients, center, along, down);
  const bar = fitSlope(bars);
  const row = fitSlope(rows);
  const toDepth = (change: number, side: number) => {
    const maxDepth = 1 / (minVanishingDistance * side);
    return Math.max(-maxDepth, Math.min(maxDepth, -change));
  };
  return {
    center,
    along: toUnit({ x: along.x + row.slope * down.x, y: along.y + row.slope * down.y }),
    down: toUnit({ x: down.x + bar.slope * along.x, y: down.y + bar.slope * along.y }),
    alongDepth: toDepth(row.change, reach.along),
    downDepth: toDepth(bar.change, reach.down),
    reach,
  };
}

/** How many numbers describe a gradient: x, y, its parts across and down, and its strength. */
const gradientFields = 5;
/** How many numbers describe an edge: its position, its slope and its strength. */
const edgeFields = 3;

/** Returns the gradients of a region, at most about `maxGradients` of them. */
function listGradients({ data, width, height }: Plane, region: Region): Float64Array {
  const [cos, sin] = [Math.cos(region.angle), Math.sin(region.angle)];
  const stride = Math.max(2, Math.ceil(Math.sqrt((region.length * region.height) / maxGradients)));
  const gradients = new Float64Array(
    Math.ceil(width / stride) * Math.ceil(height / stride) * gradientFields,
  );
  let count = 0;
  for (let y = 1, line = 0; y < height - 1; y += stride, line++) {
    for (let x = 1 + (line & 1); x < width - 1; x += stride) {
      const [fromX, fromY] = [x - region.x, y - region.y];
      if (Math.abs(fromX * cos + fromY * sin) > region.length / 2) continue;
      if (Math.abs(fromY * cos - fromX * sin) > region.height / 2) continue;
      const i = y * width + x;
      const dx = data[i + 1]! - data[i - 1]!;
      const dy = data[i + width]! - data[i - width]!;
      const strength = dx * dx + dy * dy;
      if (strength < minGradient * minGradient) continue;
      gradients[count] = x;
      gradients[count + 1] = y;
      gradients[count + 2] = dx;
      gradients[count + 3] = dy;
      gradients[count + 4] = strength;
      count += gradientFields;
    }
  }
  return gradients.subarray(0, count);
}

/** Returns the mean position of the gradients, weighted by their strength. */
function findCenter(gradients: Float64Array, region: Region): Point {
  let [total, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < gradients.length; i += gradientFields) {
    const strength = gradients[i + 4]!;
    total += strength;
    sumX += strength * gradients[i]!;
    sumY += strength * gradients[i + 1]!;
  }
  return total > 0 ? { x: sumX / total, y: sumY / total } : { x: region.x, y: region.y };
}

/**
 * Divides gradients into edges of bars and edges of rows, and measures how far the edges reach from
 * the center. The position of an edge is measured across its axis, and its slope from its axis, as
 * a tangent.
 */
function splitEdges(
  gradients: Float64Array,
  center: Point,
  along: Point,
  down: Point,
): { bars: Float64Array; rows: Float64Array; reach: Perspective["reach"] } {
  const count = (gradients.length / gradientFields) * edgeFields;
  const [bars, rows] = [new Float64Array(count), new Float64Array(count)];
  let [barCount, rowCount] = [0, 0];
  const area = along.x * down.y - along.y * down.x;
  let [total, sumP, sumQ] = [0, 0, 0];
  for (let i = 0; i < gradients.length; i += gradientFields) {
    const [x, y] = [gradients[i]! - center.x, gradients[i + 1]! - center.y];
    const [dx, dy, strength] = [gradients[i + 2]!, gradients[i + 3]!, gradients[i + 4]!];
    const p = (x * down.y - y * down.x) / area;
    const q = (along.x * y - along.y * x) / area;
    // The edge runs along (-dy, dx).
    const edgeAlong = (-dy * down.y - dx * down.x) / area;
    const edgeDown = (along.x * dx + along.y * dy) / area;
    if (Math.abs(edgeDown) > Math.abs(edgeAlong)) {
      bars[barCount] = p;
      bars[barCount + 1] = edgeAlong / edgeDown;
      bars[barCount + 2] = strength;
      barCount += edgeFields;
    } else {
      rows[rowCount] = q;
      rows[rowCount + 1] = edgeDown / edgeAlong;
      rows[rowCount + 2] = strength;
      rowCount += edgeFields;
    }
    total += strength;
    sumP += strength * p * p;
    sumQ += strength * q * q;
  }
  const toReach = (sum: number) => Math.sqrt((3 * sum) / Math.max(1, total)) + 1;
  return {
    bars: bars.subarray(0, barCount),
    rows: rows.subarray(0, rowCount),
    reach: { along: toReach(sumP), down: toReach(sumQ) },
  };
}

/** The slope of edges in the center (a tangent), and how it changes with each pixel. */
type SlopeFit = { slope: number; change: number };

/** Fits a slope that changes evenly with the position. Outliers drop out. */
function fitSlope(edges: Float64Array): SlopeFit {
  let fitted = { slope: 0, change: 0 };
  for (let round = 0; round < rounds; round++) {
    const next = fitNear(edges, fitted, round === 0 ? firstTolerance : laterTolerance);
    if (!next) break;
    fitted = next;
  }
  return fitted;
}

/**
 * Fits a slope to the edges whose residual from the last fit is within a tolerance. Returns
 * undefined if these edges are at one position.
 */
function fitNear(edges: Float64Array, last: SlopeFit, tolerance: number): SlopeFit | undefined {
  let [total, sumX, sumXx, sumY, sumXy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < edges.length; i += edgeFields) {
    const x = edges[i]!;
    const y = edges[i + 1]!;
    const strength = edges[i + 2]!;
    if (Math.abs(y - last.slope - last.change * x) > tolerance) continue;
    total += strength;
    sumX += strength * x;
    sumXx += strength * x * x;
    sumY += strength * y;
    sumXy += strength * x * y;
  }
  const determinant = total * sumXx - sumX * sumX;
  if (determinant <= 1e-6 * total * total) return undefined;
  const change = (total * sumXy - sumX * sumY) / determinant;
  return { slope: (sumY - change * sumX) / total, change };
}

function toUnit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}
