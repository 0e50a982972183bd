import type { Point } from "../quad.ts";
import type { Edges } from "./edges.ts";

/** The line x cos(angle) + y sin(angle) = distance, in pixels of the reduced picture. */
export type Line = {
  angle: number;
  distance: number;
  /** Whether it is a border of the picture, which stands for a side of the page outside of it. */
  isBorder: boolean;
};

/** The number of angles of the accumulator, over half a turn. */
const angleCount = 180;
/** The maximum number of lines. */
const maxLines = 34;
/** The minimum votes for a line unless given, as a share of the height of the picture. */
const usualMinVotes = 0.06;
/** The maximum difference of the angle of an edge from that of a line it votes for, in steps. */
const voteReach = 4;
/** The difference at which a vote would have no weight, in steps. */
const voteFade = 6;
/** The angles to each side of a peak that are cleared with it, in steps. */
const peakAngles = 6;
/** The distances to each side of a peak that are cleared with it, in pixels. */
const peakDistance = 5;
/** The minimum sine of the angle between lines that meet. */
const minSine = 0.2;

/**
 * Finds the lines with the most edges on them, the strongest first. Each edge votes only for lines
 * in its own direction.
 */
export function findLines(edges: Edges, minVotes: number = usualMinVotes): Line[] {
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
    const peak = peaks[index]!;
    if (votes[peak]! < edges.height * minVotes) break;
    const distance = (peak % stride) - reach;
    lines.push({ angle: (index * Math.PI) / angleCount, distance, isBorder: false });
    for (const cleared of clearAround(votes, index, distance, reach))
      peaks[cleared] = findPeak(votes, cleared, stride);
  }
  return lines;
}

/** Returns the index in the accumulator of the line of an angle with the most votes. */
function findPeak(votes: Float32Array, index: number, stride: number): number {
  let peak = index * stride;
  for (let i = peak + 1; i < (index + 1) * stride; i++) if (votes[i]! > votes[peak]!) peak = i;
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
  if (Math.abs(sine) < minSine) return undefined;
  return {
    x: (a.distance * Math.sin(b.angle) - b.distance * Math.sin(a.angle)) / sine,
    y: (b.distance * Math.cos(a.angle) - a.distance * Math.cos(b.angle)) / sine,
  };
}

/** Counts votes in an accumulator with a row for each angle (Duda and Hart, 1972). */
function vote({ width, points, strength, angle }: Edges, reach: number): Float32Array {
  const stride = 2 * reach;
  const votes = new Float32Array(angleCount * stride);
  const tabulate = (wave: (angle: number) => number) =>
    Float64Array.from({ length: angleCount }, (_, index) => wave((index * Math.PI) / angleCount));
  const [cosines, sines] = [tabulate(Math.cos), tabulate(Math.sin)];
  for (const point of points) {
    const [x, y] = [point % width, Math.floor(point / width)];
    const edgeAngle = angle[point]! < 0 ? angle[point]! + Math.PI : angle[point]!;
    const middle = Math.round((edgeAngle / Math.PI) * angleCount);
    const weight = Math.sqrt(strength[point]!);
    for (let offset = -voteReach; offset <= voteReach; offset++) {
      const index = (middle + offset + angleCount) % angleCount;
      const distance = Math.round(x * cosines[index]! + y * sines[index]!) + reach;
      votes[index * stride + distance]! += weight * (1 - Math.abs(offset) / voteFade);
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
  return Array.from({ length: 2 * peakAngles + 1 }, (_, i) => {
    const near = index + i - peakAngles;
    const turned = (near + angleCount) % angleCount;
    // Past half a turn the same line has the opposite distance.
    const middle = turned === near ? distance : -distance;
    const from = Math.max(0, middle - peakDistance + reach);
    votes.fill(
      0,
      turned * stride + from,
      turned * stride + Math.min(stride, middle + peakDistance + 1 + reach),
    );
    return turned;
  });
}
