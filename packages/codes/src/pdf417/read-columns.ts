import { normalize } from "./match-symbols.ts";
import { brightnessAt, type RectifiedStack } from "./rectified-stack.ts";
import { solveThree } from "./solve-three.ts";
import { symbolWidth } from "./symbols.ts";

/** Where the left edge of a column of symbols is on each line, in modules. */
export type Edge = Float32Array;

const [searched, searchStep] = [1, 0.125];
const rounds = 3;

/**
 * Moves an edge that was guessed to where the lines become dark, as the first bars of a column lie
 * below each other. Uses the lines from `first` to `last`.
 */
function trackEdge(rectified: RectifiedStack, guess: Edge, first: number, last: number): Edge {
  const points: { line: number; shift: number; weight: number }[] = [];
  for (let line = Math.max(0, Math.floor(first)); line < Math.min(rectified.height, last); line++) {
    let [weight, shift] = [0, 0];
    for (let moved = -searched; moved <= searched; moved += searchStep) {
      const at = guess[line]! + moved;
      const drop =
        brightnessAt(rectified, at - 0.4, line) - brightnessAt(rectified, at + 0.4, line);
      if (drop > weight) [weight, shift] = [drop, moved];
    }
    if (weight > 0) points.push({ line, shift, weight });
  }
  const middle = (first + last) / 2;
  const scale = Math.max(1, last - first) / 2;
  let [a, b, c] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const tolerance = [1, 0.6, 0.4][round]!;
    const sums = new Float64Array(8);
    for (const { line, shift, weight } of points) {
      const t = (line - middle) / scale;
      if (Math.abs(shift - a - b * t - c * t * t) > tolerance) continue;
      [1, t, t * t, t ** 3, t ** 4, shift, shift * t, shift * t * t].forEach((value, i) => {
        sums[i]! += weight * value;
      });
    }
    const [n, t1, t2, t3, t4, y, yt, ytt] = sums as unknown as number[];
    const fitted = solveThree(
      [n! + 1, t1!, t2!, y!],
      [t1!, t2! + 0.02 * n! + 1, t3!, yt!],
      [t2!, t3!, t4! + 0.05 * n! + 1, ytt!],
    );
    if (fitted) [a, b, c] = fitted as [number, number, number];
  }
  return guess.map((at, line) => {
    const t = Math.max(-1.3, Math.min(1.3, (line - middle) / scale));
    return at + a + b * t + c * t * t;
  });
}

/**
 * A column of symbols: its edges, and how bright its modules are on each line, unless all are
 * nearly the same.
 */
export type Column = { left: Edge; right: Edge; profiles: (Float32Array | undefined)[] };

/** Where a module is sampled, in modules from its middle. */
const taps = [-0.25, 0, 0.25];
/** The least length of a profile's difference from its mean, in brightness. */
const leastLength = 48;

/** Samples the symbols between two edges. */
export function sampleColumn(rectified: RectifiedStack, left: Edge, right: Edge): Column {
  const profiles = Array.from({ length: rectified.height }, (_, line) => {
    const profile = sampleSymbol(rectified, left[line]!, right[line]!, line);
    return normalize(profile) < leastLength ? undefined : profile;
  });
  return { left, right, profiles };
}

function sampleSymbol(
  rectified: RectifiedStack,
  left: number,
  right: number,
  line: number,
): Float32Array {
  const step = (right - left) / symbolWidth;
  return Float32Array.from({ length: symbolWidth }, (_, module) => {
    const at = left + (module + 0.5) * step;
    const sum = taps.reduce(
      (total, tap) => total + brightnessAt(rectified, at + tap * step, line),
      0,
    );
    return sum / taps.length;
  });
}

/** Samples the left row indicators, which are the first column after the start pattern. */
export function sampleIndicators(rectified: RectifiedStack): Column {
  const { top, bottom, height } = rectified;
  const first = new Float32Array(height).fill(symbolWidth);
  const left = trackEdge(rectified, first, top, bottom);
  return sampleNext(
    rectified,
    { left: left.map((at) => at - symbolWidth), right: left },
    top,
    bottom,
  );
}

/**
 * Samples the column beside the last one, which is about as wide, even if it is seen from the side.
 */
export function sampleNext(
  rectified: RectifiedStack,
  { left, right }: Pick<Column, "left" | "right">,
  top: number,
  bottom: number,
): Column {
  const guess = right.map((at, line) => 2 * at - left[line]!);
  return sampleColumn(rectified, right, trackEdge(rectified, guess, top, bottom));
}
