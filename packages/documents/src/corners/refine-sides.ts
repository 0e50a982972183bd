import type { Point, Quad } from "../quad.ts";
import type { Edges } from "./edges.ts";
import type { Line } from "./lines.ts";
import { type Candidate, toQuad } from "./quads.ts";

/** The maximum residual of an edge that counts, in pixels of the reduced picture. */
const maxResidual = 3;
/** The minimum cosine of the angle between an edge and its side. */
const minCosine = 0.9;
/** The share of a side at each end that is left out. */
const marginShare = 0.04;
/** The minimum sum of the strengths of edges for a fit. */
const minTotalStrength = 4;

/**
 * Moves each side onto the edges along it, more precisely than lines are found. Returns the new
 * corners.
 */
export function refineSides({ quad, sides }: Candidate, edges: Edges): Quad {
  const refine = (index: 0 | 1 | 2 | 3) => {
    const side = sides[index];
    return side.isBorder ? side : fitLine(side, quad[index], quad[(index + 1) % 4]!, edges);
  };
  return toQuad([refine(0), refine(1), refine(2), refine(3)]) ?? quad;
}

/** Fits a line to the edges beside a side by least squares of their distances, without its ends. */
function fitLine(side: Line, from: Point, to: Point, edges: Edges): Line {
  const [cosine, sine] = [Math.cos(side.angle), Math.sin(side.angle)];
  const ends = [from, to].map(({ x, y }) => y * cosine - x * sine).sort((a, b) => a - b);
  const margin = (ends[1]! - ends[0]!) * marginShare;
  let [count, sumAlong, sumResidual, sumSquare, sumProduct] = [0, 0, 0, 0, 0];
  for (const point of edges.points) {
    const [x, y] = [point % edges.width, Math.floor(point / edges.width)];
    const residual = x * cosine + y * sine - side.distance;
    const along = y * cosine - x * sine;
    if (Math.abs(residual) > maxResidual || along < ends[0]! + margin || along > ends[1]! - margin)
      continue;
    if (Math.abs(Math.cos(edges.angle[point]! - side.angle)) < minCosine) continue;
    const weight = edges.strength[point]!;
    count += weight;
    sumAlong += weight * along;
    sumResidual += weight * residual;
    sumSquare += weight * along * along;
    sumProduct += weight * along * residual;
  }
  const spread = sumSquare - (sumAlong * sumAlong) / count;
  if (!(count > minTotalStrength) || !(spread > 0)) return side;
  const slope = (sumProduct - (sumAlong * sumResidual) / count) / spread;
  const angle = side.angle - Math.atan(slope);
  // A point of the fitted line, from which its distance follows.
  const middle = sumAlong / count;
  const distance = side.distance + sumResidual / count;
  const x = distance * cosine - middle * sine;
  const y = distance * sine + middle * cosine;
  return { ...side, angle, distance: x * Math.cos(angle) + y * Math.sin(angle) };
}
