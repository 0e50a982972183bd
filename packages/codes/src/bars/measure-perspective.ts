import type { Point } from "../geometry/point.ts";
import type { Region } from "../geometry/region.ts";
import { type Plane, soften } from "../plane.ts";
import { binCount, findAxes, minGradient, turnBin } from "./measure-turns.ts";

/**
 * How a flat code lies in a plane. Its point `p` pixels along its rows and `q` down its bars from
 * the center is seen at `center + (along * p + down * q) / (1 + alongDepth * p + downDepth * q)`,
 * where `along` and `down` have the length 1.
 */
export type Perspective = {
  center: Point;
  along: Point;
  down: Point;
  alongDepth: number;
  downDepth: number;
  /** How far the edges reach from the center, if they are evenly spread. */
  reach: { along: number; down: number };
};

/** More of them take more time and are not more exact. */
const maxGradients = 12_000;
const rounds = 4;
/**
 * How far an edge may turn from what was fitted, as the tangent of the angle, in the first round
 * and in the later ones.
 */
const [firstTolerance, laterTolerance] = [0.5, 0.2];
/** Lines that would meet nearer than this many times the reach are no lines of one code. */
const minMeeting = 2;

/**
 * Measures how a code in a region lies in a plane: lines that are parallel on the code meet in a
 * point, so the directions of its edges change over it.
 */
export function measurePerspective(plane: Plane, region: Region): Perspective {
  const gradients = listGradients(soften(plane, 1), region);
  const strengths = new Float64Array(binCount);
  for (let i = 0; i < gradients.length; i += fields) {
    strengths[turnBin(gradients[i + 2]!, gradients[i + 3]!, Math.PI)]! += gradients[i + 4]!;
  }
  const [acrossBars, acrossRows] = findAxes(strengths);
  const sign = Math.sign(Math.sin(acrossRows - acrossBars));
  const along = { x: sign * Math.sin(acrossRows), y: -sign * Math.cos(acrossRows) };
  const down = { x: -Math.sin(acrossBars), y: Math.cos(acrossBars) };
  const center = findCenter(gradients, region);
  const { bars, rows, reach } = splitEdges(gradients, center, along, down);
  const bar = fitTurn(bars);
  const row = fitTurn(rows);
  const toDepth = (slope: number, side: number) => {
    const most = 1 / (minMeeting * side);
    return Math.max(-most, Math.min(most, -slope));
  };
  return {
    center,
    along: toUnit({ x: along.x + row.turn * down.x, y: along.y + row.turn * down.y }),
    down: toUnit({ x: down.x + bar.turn * along.x, y: down.y + bar.turn * along.y }),
    alongDepth: toDepth(row.slope, reach.along),
    downDepth: toDepth(bar.slope, reach.down),
    reach,
  };
}

/**
 * A gradient is five numbers in a row: its place, its two parts and its strength. An edge is three.
 */
const [fields, edgeFields] = [5, 3];

/** Returns the gradients of a region, at most about `maxGradients` of them. */
function listGradients({ data, width, height }: Plane, region: Region): Float64Array {
  const [cos, sin] = [Math.cos(region.angle), Math.sin(region.angle)];
  const stride = Math.max(2, Math.ceil(Math.sqrt((region.length * region.height) / maxGradients)));
  const gradients = new Float64Array(
    Math.ceil(width / stride) * Math.ceil(height / stride) * fields,
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
      count += fields;
    }
  }
  return gradients.subarray(0, count);
}

function findCenter(gradients: Float64Array, region: Region): Point {
  let [total, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < gradients.length; i += fields) {
    const strength = gradients[i + 4]!;
    total += strength;
    sumX += strength * gradients[i]!;
    sumY += strength * gradients[i + 1]!;
  }
  return total > 0 ? { x: sumX / total, y: sumY / total } : { x: region.x, y: region.y };
}

/**
 * Divides gradients into edges of bars and of rows, and measures how far they reach from the
 * center. An edge is its position across its axis, its turn from the axis (a tangent) and its
 * strength.
 */
function splitEdges(
  gradients: Float64Array,
  center: Point,
  along: Point,
  down: Point,
): { bars: Float64Array; rows: Float64Array; reach: Perspective["reach"] } {
  const count = (gradients.length / fields) * edgeFields;
  const [bars, rows] = [new Float64Array(count), new Float64Array(count)];
  let [barCount, rowCount] = [0, 0];
  const area = along.x * down.y - along.y * down.x;
  let [total, sumP, sumQ] = [0, 0, 0];
  for (let i = 0; i < gradients.length; i += fields) {
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

/** The turn of an edge in the center (a tangent), and how it changes with the position. */
type Turn = { turn: number; slope: number };

/** Fits a turn that changes evenly with the position. Edges that turn otherwise drop out. */
function fitTurn(edges: Float64Array): Turn {
  let fitted = { turn: 0, slope: 0 };
  for (let round = 0; round < rounds; round++) {
    const next = fitNear(edges, fitted, round === 0 ? firstTolerance : laterTolerance);
    if (!next) break;
    fitted = next;
  }
  return fitted;
}

/**
 * Fits a turn to the edges that turn as the last one says, within a tolerance. Returns undefined if
 * they are at one place.
 */
function fitNear(edges: Float64Array, last: Turn, tolerance: number): Turn | undefined {
  let [total, sumX, sumXx, sumY, sumXy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < edges.length; i += edgeFields) {
    const x = edges[i]!;
    const y = edges[i + 1]!;
    const strength = edges[i + 2]!;
    if (Math.abs(y - last.turn - last.slope * x) > tolerance) continue;
    total += strength;
    sumX += strength * x;
    sumXx += strength * x * x;
    sumY += strength * y;
    sumXy += strength * x * y;
  }
  const determinant = total * sumXx - sumX * sumX;
  if (determinant <= 1e-6 * total * total) return undefined;
  const slope = (total * sumXy - sumX * sumY) / determinant;
  return { turn: (sumY - slope * sumX) / total, slope };
}

function toUnit({ x, y }: Point): Point {
  const length = Math.hypot(x, y);
  return { x: x / length, y: y / length };
}
