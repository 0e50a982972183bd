import type { Point, Quad } from "../quad.ts";
import type { Edges } from "./edges.ts";
import type { Line } from "./lines.ts";
import { type Candidate, toQuad } from "./quads.ts";

/** Edges this far from a side, in pixels of the reduced picture, belong to it. */
const reach = 3;

/**
 * Moves each side onto the edges along it, more precisely than lines are found. Returns the new
 * corners.
 */
export function refineSides({ quad, sides }: Candidate, edges: Edges): Quad {
  const refined = sides.map((side, at) =>
    side.isBorder ? side : fitLine(side, quad[at]!, quad[(at + 1) % 4]!, edges),
  ) as [Line, Line, Line, Line];
  return toQuad(refined) ?? quad;
}

/** Fits a line to the edges beside a side by least squares of their distances, without its ends. */
function fitLine(side: Line, from: Point, to: Point, edges: Edges): Line {
  const [cosine, sine] = [Math.cos(side.angle), Math.sin(side.angle)];
  const ends = [from, to].map(({ x, y }) => y * cosine - x * sine).sort((a, b) => a - b);
  const margin = (ends[1]! - ends[0]!) * 0.04;
  let [count, sumAlong, sumOff, sumSquare, sumProduct] = [0, 0, 0, 0, 0];
  for (const point of edges.points) {
    const [x, y] = [point % edges.width, Math.floor(point / edges.width)];
    const off = x * cosine + y * sine - side.distance;
    const along = y * cosine - x * sine;
    if (Math.abs(off) > reach || along < ends[0]! + margin || along > ends[1]! - margin) continue;
    if (Math.abs(Math.cos(edges.angle[point]! - side.angle)) < 0.9) continue;
    const weight = edges.strength[point]!;
    count += weight;
    sumAlong += weight * along;
    sumOff += weight * off;
    sumSquare += weight * along * along;
    sumProduct += weight * along * off;
  }
  const spread = sumSquare - (sumAlong * sumAlong) / count;
  if (!(count > 4) || !(spread > 0)) return side;
  const slope = (sumProduct - (sumAlong * sumOff) / count) / spread;
  const angle = side.angle - Math.atan(slope);
  // A point of the fitted line, from which its distance follows.
  const middle = sumAlong / count;
  const distance = side.distance + sumOff / count;
  const x = distance * cosine - middle * sine;
  const y = distance * sine + middle * cosine;
  return { ...side, angle, distance: x * Math.cos(angle) + y * Math.sin(angle) };
}
