import type { Point } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import { normalize } from "./match-symbols.ts";
import { startPattern, symbolWidth } from "./symbols.ts";

/** The start pattern of a PDF417, in pixels of the plane. */
export type Start = {
  /** The upper end of its outer edge. */
  top: Point;
  /** The lower end of its outer edge. */
  bottom: Point;
  /** The direction at right angles to the edge as a unit vector, about that of the rows. */
  along: Point;
  /** The width of a module. */
  module: number;
};

/** The distance of the lines that cross the pattern, in modules. */
const stepSize = 0.5;
/** The maximum gap that dirt hides, in modules. */
const maxGap = 3;
/** The shifts of the edge against the last line that are tried, in modules. */
const shifts = [-0.2, -0.1, 0, 0.1, 0.2];
/** The widths of modules that are tried, as factors of the width on the last line. */
const widthFactors = [0.98, 1, 1.02];
/** The minimum fit of a line with the start pattern, from -1 to 1. */
const minFit = 0.75;
/**
 * The minimum contrast of a profile, as the length of its difference from its mean in gray levels.
 */
const minContrast = 40;
/** The maximum number of lines to each side, which bounds the time. */
const maxSteps = 2000;

const pattern = Float32Array.from({ length: symbolWidth }, (_, module) =>
  (startPattern >> (symbolWidth - 1 - module)) & 1 ? -1 : 1,
);
normalize(pattern);

/** A start pattern that was followed to its ends, and the widths of its modules there. */
export type FullStart = Start & { topModule: number; bottomModule: number };

/**
 * A line that crosses a start pattern: its distance from the middle of the pattern, its outer edge,
 * and the width of its modules.
 */
type Crossing = { distance: number; edge: Point; module: number };

/**
 * Follows a start pattern beyond its ends, as lines of pixels that cross it at a slant are only on
 * a part of it.
 */
export function extendStart(plane: Plane, start: Start): FullStart {
  const { top, bottom, module } = start;
  const length = Math.hypot(bottom.x - top.x, bottom.y - top.y);
  const down = { x: (bottom.x - top.x) / length, y: (bottom.y - top.y) / length };
  const above = followPattern(plane, start, { x: -down.x, y: -down.y });
  const below = followPattern(plane, start, down);
  const [first, last] = [above.at(-1), below.at(-1)];
  if (!first || !last) return { ...start, topModule: module, bottomModule: module };
  const [x, y] = [last.edge.x - first.edge.x, last.edge.y - first.edge.y];
  const fullLength = Math.hypot(x, y);
  const moduleAt = fitModule([
    ...above.map((crossing) => ({ ...crossing, distance: -crossing.distance })),
    ...below,
  ]);
  return {
    top: first.edge,
    bottom: last.edge,
    along: { x: y / fullLength, y: -x / fullLength },
    module: moduleAt((last.distance - first.distance) / 2),
    topModule: moduleAt(-first.distance),
    bottomModule: moduleAt(last.distance),
  };
}

/** Lists the lines that cross a start pattern from its middle on in a direction. */
function followPattern(plane: Plane, start: Start, direction: Point): Crossing[] {
  const { top, bottom, along } = start;
  const crossings: Crossing[] = [];
  let [module, shift, gap] = [start.module, 0, 0];
  for (let step = 0; step < maxSteps && gap * stepSize <= maxGap; step++) {
    const distance = step * stepSize * start.module;
    const from = {
      x: (top.x + bottom.x) / 2 + direction.x * distance,
      y: (top.y + bottom.y) / 2 + direction.y * distance,
    };
    const best = fitPattern(plane, from, along, shift, module);
    gap = best ? 0 : gap + 1;
    if (!best) continue;
    shift += (best.shift - shift) / 2;
    module += (best.module - module) / 4;
    const edge = { x: from.x + along.x * shift, y: from.y + along.y * shift };
    crossings.push({ distance, edge, module });
  }
  return crossings;
}

/** Returns the shift and module width, near the last ones, with which the pattern fits best. */
function fitPattern(plane: Plane, from: Point, along: Point, shift: number, module: number) {
  const profile = new Float32Array(symbolWidth);
  let best: { fit: number; shift: number; module: number } | undefined;
  for (const part of shifts) {
    for (const factor of widthFactors) {
      const candidate = { shift: shift + part * module, module: module * factor };
      for (let i = 0; i < symbolWidth; i++) {
        const s = candidate.shift + (i + 0.5) * candidate.module;
        profile[i] = interpolate(plane, from.x + along.x * s, from.y + along.y * s);
      }
      if (normalize(profile) < minContrast) continue;
      const fit = profile.reduce((sum, value, i) => sum + value * pattern[i]!, 0);
      if (fit > (best?.fit ?? minFit)) best = { ...candidate, fit };
    }
  }
  return best;
}

/** Fits a width of modules that changes evenly with the distance (linear regression). */
function fitModule(crossings: Crossing[]): (distance: number) => number {
  const count = crossings.length;
  const meanOf = (pick: (crossing: Crossing) => number) =>
    crossings.reduce((sum, crossing) => sum + pick(crossing), 0) / count;
  const distance = meanOf((crossing) => crossing.distance);
  const module = meanOf((crossing) => crossing.module);
  const spread = meanOf((crossing) => (crossing.distance - distance) ** 2);
  const shared = meanOf((crossing) => (crossing.distance - distance) * crossing.module);
  const slope = spread > 0 ? shared / spread : 0;
  return (position) => module + slope * (position - distance);
}
