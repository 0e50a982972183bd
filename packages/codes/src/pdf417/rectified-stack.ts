import type { Point } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import type { FullStart } from "./extend-start.ts";
import { solveThree } from "./solve-three.ts";
import { symbolWidth } from "./symbols.ts";

/** Samples for each module along the rows. */
const samplesAlong = 4;
/**
 * Modules that are sampled before the start pattern, and above and below the part of it that was
 * found.
 */
const before = 3;
const beyondPart = 0.15;
const leastBeyond = 6;

/**
 * How rows turn from the direction across the start pattern: at first, for each module down, and
 * for each module along.
 */
export type Slope = { first: number; down: number; along: number };

/**
 * A stack, sampled so that its start pattern is upright and its rows are level. Lines are numbered
 * from above the stack on; places along them are in modules from the start pattern's outer edge.
 */
export type RectifiedStack = {
  values: Float32Array;
  width: number;
  height: number;
  linesPerModule: number;
  /** The lines at the ends of the start pattern. */
  top: number;
  bottom: number;
  /** Where a place along a line lies in the plane. */
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
  const beyond = Math.max(leastBeyond, moduleHeight * beyondPart);
  const height = Math.round((moduleHeight + 2 * beyond) * linesPerModule);
  const width = Math.round((moduleCount + before) * samplesAlong);
  const down = { x: -right.y, y: right.x };
  const middle = moduleHeight / 2;
  const toPlane = (s: number, line: number): Point => {
    const level = line / linesPerModule - beyond;
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
      const { x, y } = toPlane(column / samplesAlong - before, line);
      values[i] = interpolate(plane, x, y);
    }
  }
  const [first, last] = [beyond * linesPerModule, (beyond + moduleHeight) * linesPerModule];
  return { values, width, height, linesPerModule, top: first, bottom: last, toPlane };
}

/** The length of a start pattern's edge, in modules. */
export function heightOf({ top, bottom, module }: FullStart): number {
  return Math.hypot(bottom.x - top.x, bottom.y - top.y) / module;
}

/** The brightness of a line at a place along it, in modules from the start pattern's outer edge. */
export function brightnessAt(
  { values, width }: RectifiedStack,
  along: number,
  line: number,
): number {
  const at = Math.min(width - 1.001, Math.max(0, (along + before) * samplesAlong));
  const column = at | 0;
  const i = line * width + column;
  return values[i]! + (values[i + 1]! - values[i]!) * (at - column);
}

/** How far an edge may turn from what was fitted, in the first round and in the later ones. */
const rounds = 3;
const [firstTolerance, laterTolerance] = [0.4, 0.12];
/**
 * The edges between rows are at least this strong, in brightness for each module, squared, and this
 * much more level than upright.
 */
const [minStrength, minSteepness] = [400, 1.5];
/**
 * How far the changes of the slope are held near zero, as a short stack hardly shows them, in
 * modules.
 */
const held = 2;

/** Measures how the rows of a rectified are still sloped, from the edges between them. */
export function measureSlope(rectified: RectifiedStack, last: Slope): Slope {
  const { values, width, height, linesPerModule } = rectified;
  const edges: number[] = [];
  const middle = height / 2 / linesPerModule;
  for (let line = 2; line < height - 2; line++) {
    for (let column = (symbolWidth + before) * samplesAlong; column < width - 2; column += 2) {
      const i = line * width + column;
      const dx = (values[i + 2]! - values[i - 2]!) / (4 / samplesAlong);
      const dy = (values[i + width]! - values[i - width]!) / (2 / linesPerModule);
      const strength = dx * dx + dy * dy;
      if (strength < minStrength || Math.abs(dy) < minSteepness * Math.abs(dx)) continue;
      edges.push(
        column / samplesAlong - before,
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

/** Fits a slope that changes evenly to the edges within a tolerance of the last one. */
function fitSlope(edges: number[], last: Slope, tolerance: number): Slope | undefined {
  const sums = new Float64Array(9);
  for (let i = 0; i < edges.length; i += 4) {
    const [s, t, slope, weight] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
    if (Math.abs(slope - last.first - last.down * t - last.along * s) > tolerance) continue;
    [1, s, t, s * s, s * t, t * t, slope, slope * s, slope * t].forEach((value, index) => {
      sums[index]! += weight * value;
    });
  }
  const [n, s, t, ss, st, tt, y, ys, yt] = sums as unknown as number[];
  const hold = held ** 2 * n!;
  const solution = solveThree(
    [n!, t!, s!, y!],
    [t!, tt! + hold, st!, yt!],
    [s!, st!, ss! + hold, ys!],
  );
  return solution && { first: solution[0]!, down: solution[1]!, along: solution[2]! };
}
