import { type Corners, mapCorners } from "../geometry/corners.ts";
import { projectSquare } from "../geometry/projection.ts";
import { interpolate, type Plane } from "../plane.ts";
import { createMatch } from "./match.ts";
import { moveCorners } from "./move-corners.ts";
import type { FixedModules } from "./sample-modules.ts";

/** The border of a Data Matrix of `size` modules per side, and its match (-1 to 1). */
export type BorderFit = { corners: Corners; size: number; match: number };

/** The square symbols with one region (ISO/IEC 16022:2006, table 7). */
const sizes = [10, 12, 14, 16, 18, 20, 22, 24, 26];
/** The steps by which corners are moved, in modules. */
const steps = [1, 0.5, 0.25, 0.12];
/** The maximum number of borders that are returned. */
const maxFits = 4;
/** The minimum match of the solid sides and the quiet zone beside them, from -1 to 1. */
const minSolidMatch = 0.3;
/** The distance of the samples of the quiet zone from the border, in modules. */
const quietDistance = 0.6;

/**
 * Lays the border of a Data Matrix on a quadrilateral that may be off by a module or two: the
 * finder pattern (a dark L), the timing pattern (two sides that alternate) and a light quiet zone.
 * Tries every quarter turn and size. Returns at most four borders, the best match first.
 */
export function layBorder(plane: Plane, outline: Corners): BorderFit[] {
  const fits: BorderFit[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const turned = mapCorners(outline, (_, i) => outline[(i + turn) % 4]!);
    const [topLeft, , bottomRight, bottomLeft] = turned;
    // The corner where the alternating sides meet is light, so an outline of dark pixels lacks it.
    const topRight = {
      x: topLeft.x + bottomRight.x - bottomLeft.x,
      y: topLeft.y + bottomRight.y - bottomLeft.y,
    };
    const completed: Corners = [topLeft, topRight, bottomRight, bottomLeft];
    for (const corners of [turned, completed]) {
      if (measureMatch(plane, corners, sizes[0]!, solidOnly) < minSolidMatch) continue;
      for (const size of sizes) {
        fits.push({ corners, size, match: measureMatch(plane, corners, size) });
      }
    }
  }
  return fits.sort((a, b) => b.match - a.match).slice(0, maxFits);
}

/** Returns a border with its corners moved to where it matches best. */
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

/** The number of sides that are compared if all of them are. */
const allSides = 4;
/** The number of sides that are compared if only the solid ones of the finder pattern are. */
const solidOnly = 2;

/** Returns the correlation of the picture with a border and its quiet zone, from -1 to 1. */
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
    add(-quietDistance, middle, 1);
    add(middle, size + quietDistance, 1);
    if (sides === solidOnly) continue;
    const timingValue = k % 2 === 0 ? -1 : 1;
    add(middle, 0.5, timingValue);
    add(size - 0.5, size - middle, timingValue);
    if (timingValue < 0) {
      add(middle, -quietDistance, 1);
      add(size + quietDistance, size - middle, 1);
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
