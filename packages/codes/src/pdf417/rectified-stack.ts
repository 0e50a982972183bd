import type { Point } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import type { FullStart } from "./extend-start.ts";
import { solveThree } from "./solve-three.ts";
import { symbolWidth } from "./symbols.ts";

/** The number of samples for each module along the rows. */
const samplesAlong = 4;
/** The modules that are sampled before the start pattern. */
const marginBefore = 3;
/** The margin above and below the start pattern, as a part of its height. */
const marginPart = 0.15;
/** The minimum margin above and below the start pattern, in modules. */
const minMargin = 6;

/**
 * The slope of the rows against the direction across the start pattern: in the middle of the
 * pattern, its change for each module down, and its change for each module along.
 */
export type Slope = { first: number; down: number; along: number };

/**
 * A stack that was sampled so that its start pattern is upright and its rows are level. Lines are
 * counted from the top margin on; positions along a line are in modules from the outer edge of the
 * start pattern.
 */
export type RectifiedStack = {
  /** The brightness of the samples, 0 to 255, line by line. */
  values: Float32Array;
  width: number;
  height: number;
  linesPerModule: number;
  /** The line at the upper end of the start pattern. */
  top: number;
  /** The line at the lower end of the start pattern. */
  bottom: number;
  /** Returns the point of the plane at a position along a line. */
  toPlane(along: number, line: number): Point;
};

/** Samples the first `moduleCount` modules of a stack whose rows have a slope. */
export function rectifyStack(
  plane: Plane,
  start: FullStart,
  slope: Slope,
  { moduleCount, linesPerModule }: { moduleCount: number; linesPerModule: number },
): RectifiedStack {
  const { top, along: right, module, topModule, bottomModule } = start;
  const moduleHeight = heightOf(start);
  const margin = Math.max(minMargin, moduleHeight * marginPart);
  const height = Math.round((moduleHeight + 2 * margin) * linesPerModule);
  const width = Math.round((moduleCount + marginBefore) * samplesAlong);
  const down = { x: -right.y, y: right.x };
  const middle = moduleHeight / 2;
  const toPlane = (s: number, line: number): Point => {
    const level = line / linesPerModule - margin;
    const t = level + s * (slope.first + slope.down * (level - middle) + (slope.along * s) / 2);
    const along = s * (topModule + ((bottomModule - topModule) * level) / moduleHeight);
    return {
      x: top.x + right.x * along + down.x * t * module,
      y: top.y + right.y * along + down.y * t * module,
    };
  };
  const values = new Float32Array(width * height);
  for (let line = 0, i = 0; line < height; line++) {
    for (let column = 0; column < width; column++, i++) {
      const { x, y } = toPlane(column / samplesAlong - marginBefore, line);
      values[i] = interpolate(plane, x, y);
    }
  }
  const [first, last] = [margin * linesPerModule, (margin + moduleHeight) * linesPerModule];
  return { values, width, height, linesPerModule, top: first, bottom: last, toPlane };
}

/** The length of a start pattern's edge, in modules. */
export function heightOf({ top, bottom, module }: FullStart): number {
  return Math.hypot(bottom.x - top.x, bottom.y - top.y) / module;
}

/** Returns the brightness at a position along a line. */
export function brightnessAt(
  { values, width }: RectifiedStack,
  along: number,
  line: number,
): number {
  const sample = Math.min(width - 1.001, Math.max(0, (along + marginBefore) * samplesAlong));
  const column = sample | 0;
  const i = line * width + column;
  return values[i]! + (values[i + 1]! - values[i]!) * (sample - column);
}

/** The number of rounds of a robust fit. */
const rounds = 3;
/** The maximum residual of the slope of an edge in the first round. */
const firstTolerance = 0.4;
/** The maximum residual of the slope of an edge in later rounds. */
const laterTolerance = 0.12;
/** The minimum squared gradient of an edge between rows, in gray levels for each module. */
const minStrength = 400;
/** The minimum gradient down of such an edge, in multiples of its gradient along. */
const minSteepness = 1.5;
/**
 * How strongly the changes of the slope are held near 0 (ridge regression), in modules: a short
 * stack hardly shows them.
 */
const holdingDistance = 2;

/** Returns a slope corrected by the slope that the rows of a rectified stack still have. */
export function measureSlope(rectified: RectifiedStack, last: Slope): Slope {
  const { values, width, height, linesPerModule } = rectified;
  const edges: number[] = [];
  const middle = height / 2 / linesPerModule;
  for (let line = 2; line < height - 2; line++) {
    for (
      let column = (symbolWidth + marginBefore) * samplesAlong;
      column < width - 2;
      column += 2
    ) {
      const i = line * width + column;
      const dx = (values[i + 2]! - values[i - 2]!) / (4 / samplesAlong);
      const dy = (values[i + width]! - values[i - width]!) / (2 / linesPerModule);
      const strength = dx * dx + dy * dy;
      if (strength < minStrength || Math.abs(dy) < minSteepness * Math.abs(dx)) continue;
      edges.push(
        column / samplesAlong - marginBefore,
        line / linesPerModule - middle,
        -dx / dy,
        strength,
      );
    }
  }
  let fitted = { first: 0, down: 0, along: 0 };
  for (let round = 0; round < rounds; round++) {
    fitted = fitSlope(edges, fitted, round === 0 ? firstTolerance : laterTolerance) ?? fitted;
  }
  return {
    first: last.first + fitted.first,
    down: last.down + fitted.down,
    along: last.along + fitted.along,
  };
}

/** Fits a slope to the edges whose residual from the last fit is within a tolerance. */
function fitSlope(edges: number[], last: Slope, tolerance: number): Slope | undefined {
  let [n, s1, t1, ss, st, tt, y, ys, yt] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < edges.length; i += 4) {
    const [s, t, slope, weight] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
    if (Math.abs(slope - last.first - last.down * t - last.along * s) > tolerance) continue;
    n += weight;
    s1 += weight * s;
    t1 += weight * t;
    ss += weight * (s * s);
    st += weight * (s * t);
    tt += weight * (t * t);
    y += weight * slope;
    ys += weight * (slope * s);
    yt += weight * (slope * t);
  }
  const ridge = holdingDistance ** 2 * n;
  const solution = solveThree([n, t1, s1, y], [t1, tt + ridge, st, yt], [s1, st, ss + ridge, ys]);
  if (!solution) return undefined;
  const [first, down, along] = solution;
  return { first, down, along };
}
