import { type Corners, mapCorners } from "../geometry/corners.ts";
import { projectSquare } from "../geometry/projection.ts";
import { interpolate, type Plane } from "../plane.ts";
import { createMatch } from "./match.ts";
import { moveCorners } from "./move-corners.ts";
import type { FixedModules } from "./sample-modules.ts";

/** A Data Matrix of `size` modules per side. `match` is how well its border fits, up to 1. */
export type BorderFit = { corners: Corners; size: number; match: number };

/** The square symbols with one region (ISO/IEC 16022:2006, table 7). */
const sizes = [10, 12, 14, 16, 18, 20, 22, 24, 26];
/** Steps of the corners, in modules. */
const steps = [1, 0.5, 0.25, 0.12];
/** How many sizes and turns are returned. */
const maxFits = 4;
/** The least match of the solid sides with what is beside them. */
const minSolid = 0.3;
/** Places around a border, half a module outside, which are light. */
const outside = 0.6;

/**
 * Lays the border of a Data Matrix on a quadrilateral that may be off by a module or two: a dark L,
 * two sides that alternate, and light around them. Tries every turn and size, and returns the best,
 * the best first.
 */
export function layBorder(plane: Plane, outline: Corners): BorderFit[] {
  const fits: BorderFit[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const turned = mapCorners(outline, (_, i) => outline[(i + turn) % 4]!);
    const [topLeft, , bottomRight, bottomLeft] = turned;
    // The corner where the alternating sides meet is light: an outline of what is dark cuts it off.
    const topRight = {
      x: topLeft.x + bottomRight.x - bottomLeft.x,
      y: topLeft.y + bottomRight.y - bottomLeft.y,
    };
    const completed: Corners = [topLeft, topRight, bottomRight, bottomLeft];
    for (const corners of [turned, completed]) {
      if (measureMatch(plane, corners, sizes[0]!, solidOnly) < minSolid) continue;
      for (const size of sizes) {
        fits.push({ corners, size, match: measureMatch(plane, corners, size) });
      }
    }
  }
  return fits.sort((a, b) => b.match - a.match).slice(0, maxFits);
}

/** Moves the corners of a border until it fits best. */
export function fitBorder(plane: Plane, start: BorderFit): BorderFit {
  const { size } = start;
  const [a, , c] = start.corners;
  const module = Math.hypot(a.x - c.x, a.y - c.y) / Math.SQRT2 / size;
  const best = moveCorners(
    start,
    steps.map((step) => step * module),
    (corners) => measureMatch(plane, corners, size),
  );
  return { ...best, size };
}

const allSides = 4;
const solidOnly = 2;

/** The correlation of the brightness of a border with what it should be, from -1 to 1. */
function measureMatch(plane: Plane, corners: Corners, size: number, sides = allSides): number {
  const project = projectSquare(corners, size);
  if (!project) return -1;
  const match = createMatch();
  const add = (column: number, row: number, value: number) => {
    const { x, y } = project(column, row);
    match.add(interpolate(plane, x, y), value);
  };
  for (let k = 0; k < size; k++) {
    const middle = k + 0.5;
    add(0.5, middle, -1);
    add(middle, size - 0.5, -1);
    add(-outside, middle, 1);
    add(middle, size + outside, 1);
    if (sides === solidOnly) continue;
    const alternating = k % 2 === 0 ? -1 : 1;
    add(middle, 0.5, alternating);
    add(size - 0.5, size - middle, alternating);
    if (alternating < 0) {
      add(middle, -outside, 1);
      add(size + outside, size - middle, 1);
    }
  }
  return match.measure();
}

/** Returns the modules of the border of a Data Matrix (ISO/IEC 16022:2006, 5.1). */
export function createBorder(size: number): FixedModules {
  return (column, row) => {
    if (column === 0 || row === size - 1) return 1;
    if (row === 0) return column % 2 === 0 ? 1 : 0;
    if (column === size - 1) return row % 2;
    return undefined;
  };
}
