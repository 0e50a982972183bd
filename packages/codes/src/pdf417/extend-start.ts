import type { Point } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import { normalize } from "./match-symbols.ts";
import { startPattern, symbolWidth } from "./symbols.ts";

/**
 * Where the start pattern of a PDF417 is, in pixels of the plane: the ends of its outer edge, and
 * the direction at right angles to it, in which the rows run about. `module` is the width of a
 * module.
 */
export type Start = { top: Point; bottom: Point; along: Point; module: number };

/** How far a line goes on from the last one, and how long it may be hidden by dirt, in modules. */
const [stepSize, maxGap] = [0.5, 3];
/**
 * Each line is tried with an edge that moves by one of these parts of a module, and with modules
 * that are wider by one of these factors.
 */
const shifts = [-0.2, -0.1, 0, 0.1, 0.2];
const changes = [0.98, 1, 1.02];
const leastFit = 0.75;
/** The least length of a profile's difference from its mean, in brightness. */
const leastLength = 40;
/** No PDF417 that a picture shows in full is higher. */
const maxSteps = 2000;

const pattern = Float32Array.from({ length: symbolWidth }, (_, module) =>
  (startPattern >> (symbolWidth - 1 - module)) & 1 ? -1 : 1,
);
normalize(pattern);

/** A start pattern that was followed to its ends, and how wide its modules are there. */
export type FullStart = Start & { topModule: number; bottomModule: number };

/**
 * A line on a start pattern: how far it is from the middle, and its outer edge and modules there.
 */
type Crossing = { distance: number; at: Point; module: number };

/**
 * Follows a start pattern beyond its ends, as lines of pixels that cross it at a slant are only on
 * a part of it.
 */
export function extendStart(plane: Plane, start: Start): FullStart {
  const { top, bottom, module } = start;
  const length = Math.hypot(bottom.x - top.x, bottom.y - top.y);
  const down = { x: (bottom.x - top.x) / length, y: (bottom.y - top.y) / length };
  const above = follow(plane, start, { x: -down.x, y: -down.y });
  const below = follow(plane, start, down);
  const [first, last] = [above.at(-1), below.at(-1)];
  if (!first || !last) return { ...start, topModule: module, bottomModule: module };
  const [x, y] = [last.at.x - first.at.x, last.at.y - first.at.y];
  const fullLength = Math.hypot(x, y);
  const moduleAt = fitModule([
    ...above.map((crossing) => ({ ...crossing, distance: -crossing.distance })),
    ...below,
  ]);
  return {
    top: first.at,
    bottom: last.at,
    along: { x: y / fullLength, y: -x / fullLength },
    module: moduleAt((last.distance - first.distance) / 2),
    topModule: moduleAt(-first.distance),
    bottomModule: moduleAt(last.distance),
  };
}

/** Lists the lines of a start pattern from its middle on. */
function follow(plane: Plane, start: Start, way: Point): Crossing[] {
  const { top, bottom, along } = start;
  const crossings: Crossing[] = [];
  let [module, shift, gap] = [start.module, 0, 0];
  for (let step = 0; step < maxSteps && gap * stepSize <= maxGap; step++) {
    const distance = step * stepSize * start.module;
    const from = {
      x: (top.x + bottom.x) / 2 + way.x * distance,
      y: (top.y + bottom.y) / 2 + way.y * distance,
    };
    const best = fitPattern(plane, from, along, shift, module);
    gap = best ? 0 : gap + 1;
    if (!best) continue;
    shift += (best.shift - shift) / 2;
    module += (best.module - module) / 4;
    const at = { x: from.x + along.x * shift, y: from.y + along.y * shift };
    crossings.push({ distance, at, module });
  }
  return crossings;
}

/** Finds the place and size near the last ones with which the pattern fits best, if it does. */
function fitPattern(plane: Plane, from: Point, along: Point, shift: number, module: number) {
  const profile = new Float32Array(symbolWidth);
  let best: { fit: number; shift: number; module: number } | undefined;
  for (const part of shifts) {
    for (const change of changes) {
      const at = { fit: leastFit, shift: shift + part * module, module: module * change };
      for (let i = 0; i < symbolWidth; i++) {
        const s = at.shift + (i + 0.5) * at.module;
        profile[i] = interpolate(plane, from.x + along.x * s, from.y + along.y * s);
      }
      if (normalize(profile) < leastLength) continue;
      const fit = profile.reduce((sum, value, i) => sum + value * pattern[i]!, 0);
      if (fit > (best?.fit ?? leastFit)) best = { ...at, fit };
    }
  }
  return best;
}

/** Fits a width of modules that changes evenly down the pattern. */
function fitModule(crossings: Crossing[]): (distance: number) => number {
  const count = crossings.length;
  const meanOf = (pick: (crossing: Crossing) => number) =>
    crossings.reduce((sum, crossing) => sum + pick(crossing), 0) / count;
  const distance = meanOf((crossing) => crossing.distance);
  const module = meanOf((crossing) => crossing.module);
  const spread = meanOf((crossing) => (crossing.distance - distance) ** 2);
  const shared = meanOf((crossing) => (crossing.distance - distance) * crossing.module);
  const slope = spread > 0 ? shared / spread : 0;
  return (at) => module + slope * (at - distance);
}
