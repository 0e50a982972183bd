import { normalize } from "./match-symbols.ts";
import { brightnessAt, type RectifiedStack } from "./rectified-stack.ts";
import { solveThree } from "./solve-three.ts";
import { symbolWidth } from "./symbols.ts";

/** The left edge of a column of symbols on each line, in modules from the start pattern's edge. */
export type Edge = Float32Array;

/** The reach of the search for an edge to each side, in modules. */
const searchReach = 1;
/** The step of the search for an edge, in modules. */
const searchStep = 0.125;
/** The distance from an edge at which brightness is compared, in modules. */
const edgeDistance = 0.4;
/** The maximum residuals of an edge in each round of a fit, in modules. */
const tolerances = [1, 0.6, 0.4];
/** How strongly the slope of an edge is held near 0 (ridge regression). */
const slopePenalty = 0.02;
/** How strongly the curvature of an edge is held near 0 (ridge regression). */
const curvaturePenalty = 0.05;
/**
 * The maximum distance from the middle at which an edge is curved, in half heights of the stack.
 */
const maxCurved = 1.3;

/**
 * Moves a guessed edge to where the lines from `first` to `last` become dark: the first bars of a
 * column lie below each other. The shift is a parabola over the lines.
 */
function trackEdge(rectified: RectifiedStack, guess: Edge, first: number, last: number): Edge {
  const points: { line: number; shift: number; weight: number }[] = [];
  for (let line = Math.max(0, Math.floor(first)); line < Math.min(rectified.height, last); line++) {
    let [weight, shift] = [0, 0];
    for (let moved = -searchReach; moved <= searchReach; moved += searchStep) {
      const edge = guess[line]! + moved;
      const drop =
        brightnessAt(rectified, edge - edgeDistance, line) -
        brightnessAt(rectified, edge + edgeDistance, line);
      if (drop > weight) [weight, shift] = [drop, moved];
    }
    if (weight > 0) points.push({ line, shift, weight });
  }
  const middle = (first + last) / 2;
  const scale = Math.max(1, last - first) / 2;
  let [a, b, c] = [0, 0, 0];
  for (const tolerance of tolerances) {
    let [n, t1, t2, t3, t4, y, yt, ytt] = [0, 0, 0, 0, 0, 0, 0, 0];
    for (const { line, shift, weight } of points) {
      const t = (line - middle) / scale;
      if (Math.abs(shift - a - b * t - c * t * t) > tolerance) continue;
      n += weight;
      t1 += weight * t;
      t2 += weight * (t * t);
      t3 += weight * t ** 3;
      t4 += weight * t ** 4;
      y += weight * shift;
      yt += weight * (shift * t);
      ytt += weight * (shift * t * t);
    }
    const fitted = solveThree(
      [n + 1, t1, t2, y],
      [t1, t2 + slopePenalty * n + 1, t3, yt],
      [t2, t3, t4 + curvaturePenalty * n + 1, ytt],
    );
    if (fitted) [a, b, c] = fitted;
  }
  return guess.map((edge, line) => {
    const t = Math.max(-maxCurved, Math.min(maxCurved, (line - middle) / scale));
    return edge + a + b * t + c * t * t;
  });
}

/**
 * A column of symbols: its edges, and the normalized profile of its modules on each line, or
 * undefined for a line without contrast.
 */
export type Column = { left: Edge; right: Edge; profiles: (Float32Array | undefined)[] };

/** The positions at which a module is sampled, in modules from its middle. */
const taps = [-0.25, 0, 0.25];
/**
 * The minimum contrast of a profile, as the length of its difference from its mean in gray levels.
 */
const minContrast = 48;

/** Samples the symbols between two edges. */
function sampleColumn(rectified: RectifiedStack, left: Edge, right: Edge): Column {
  const profiles = Array.from({ length: rectified.height }, (_, line) => {
    const profile = sampleSymbol(rectified, left[line]!, right[line]!, line);
    return normalize(profile) < minContrast ? undefined : profile;
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
    const middle = left + (module + 0.5) * step;
    const sum = taps.reduce(
      (total, tap) => total + brightnessAt(rectified, middle + tap * step, line),
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
    { left: left.map((edge) => edge - symbolWidth), right: left },
    top,
    bottom,
  );
}

/** Samples the column to the right of a column, which is about as wide. */
export function sampleNext(
  rectified: RectifiedStack,
  { left, right }: Pick<Column, "left" | "right">,
  top: number,
  bottom: number,
): Column {
  const guess = right.map((edge, line) => 2 * edge - left[line]!);
  return sampleColumn(rectified, right, trackEdge(rectified, guess, top, bottom));
}
