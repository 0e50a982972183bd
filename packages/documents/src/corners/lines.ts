import type { Point } from "../quad.ts";
import type { Edges } from "./edges.ts";

/** The line x cos(angle) + y sin(angle) = distance, in pixels of the reduced picture. */
export type Line = {
  angle: number;
  distance: number;
  /** A border of the picture: it stands for a side of the page outside the frame. */
  isBorder: boolean;
};

const angleCount = 180;
const maxLines = 34;

/**
 * Finds the lines with the most edges on them, the strongest first. Each edge votes only for lines
 * in its own direction.
 */
export function findLines(edges: Edges): Line[] {
  const reach = Math.ceil(Math.hypot(edges.width, edges.height));
  const stride = 2 * reach;
  const votes = vote(edges, reach);
  const peaks = Int32Array.from({ length: angleCount }, (_, index) =>
    findPeak(votes, index, stride),
  );
  const lines: Line[] = [];
  while (lines.length < maxLines) {
    let index = 0;
    for (let other = 1; other < angleCount; other++)
      if (votes[peaks[other]!]! > votes[peaks[index]!]!) index = other;
    const at = peaks[index]!;
    if (votes[at]! < edges.height * 0.06) break;
    const distance = (at % stride) - reach;
    lines.push({ angle: (index * Math.PI) / angleCount, distance, isBorder: false });
    for (const cleared of clearAround(votes, index, distance, reach))
      peaks[cleared] = findPeak(votes, cleared, stride);
  }
  return lines;
}

/** Returns where in the table the line of an angle with the most votes is. */
function findPeak(votes: Float32Array, index: number, stride: number): number {
  let peak = index * stride;
  for (let at = peak + 1; at < (index + 1) * stride; at++) if (votes[at]! > votes[peak]!) peak = at;
  return peak;
}

/** The borders of the picture as lines. */
export function borderLines({ width, height }: { width: number; height: number }): Line[] {
  return [
    { angle: 0, distance: 0 },
    { angle: 0, distance: width - 1 },
    { angle: Math.PI / 2, distance: 0 },
    { angle: Math.PI / 2, distance: height - 1 },
  ].map((line) => ({ ...line, isBorder: true }));
}

/** Returns where two lines meet, or undefined if they are nearly parallel. */
export function intersect(a: Line, b: Line): Point | undefined {
  const sine = Math.sin(b.angle - a.angle);
  if (Math.abs(sine) < 0.2) return undefined;
  return {
    x: (a.distance * Math.sin(b.angle) - b.distance * Math.sin(a.angle)) / sine,
    y: (b.distance * Math.cos(a.angle) - a.distance * Math.cos(b.angle)) / sine,
  };
}

/** Counts votes in a table with a row for each angle (Duda and Hart, 1972). */
function vote({ width, points, strength, angle }: Edges, reach: number): Float32Array {
  const stride = 2 * reach;
  const votes = new Float32Array(angleCount * stride);
  const [cosines, sines] = [Math.cos, Math.sin].map((wave) =>
    Float64Array.from({ length: angleCount }, (_, index) => wave((index * Math.PI) / angleCount)),
  ) as [Float64Array, Float64Array];
  for (const at of points) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const own = angle[at]! < 0 ? angle[at]! + Math.PI : angle[at]!;
    const middle = Math.round((own / Math.PI) * angleCount);
    const weight = Math.sqrt(strength[at]!);
    for (let off = -4; off <= 4; off++) {
      const index = (middle + off + angleCount) % angleCount;
      const distance = Math.round(x * cosines[index]! + y * sines[index]!) + reach;
      votes[index * stride + distance]! += weight * (1 - Math.abs(off) / 6);
    }
  }
  return votes;
}

/**
 * Clears the votes for nearly the same line, so that the next line is another one. Returns the
 * angles concerned.
 */
function clearAround(
  votes: Float32Array,
  index: number,
  distance: number,
  reach: number,
): number[] {
  const stride = 2 * reach;
  return Array.from({ length: 13 }, (_, place) => {
    const near = index + place - 6;
    const turned = (near + angleCount) % angleCount;
    // Past half a turn the same line has the opposite distance.
    const middle = turned === near ? distance : -distance;
    const from = Math.max(0, middle - 5 + reach);
    votes.fill(0, turned * stride + from, turned * stride + Math.min(stride, middle + 6 + reach));
    return turned;
  });
}
