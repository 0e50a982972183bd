import type { Engine, Found } from "../engine/engine.ts";
import { findBounds } from "../geometry/box.ts";
import { type Corners, mapCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import { contains, toRegion } from "../geometry/region.ts";
import { readStacks } from "../passes/stacked.ts";
import { findStarts } from "../pdf417/find-starts.ts";
import type { Picture } from "../picture.ts";
import { cropPlane, interpolate, type Plane } from "../plane.ts";
import { mergeReadings } from "../readings/merge.ts";

/** The margin around a code in which start patterns are searched, as a part of its longer side. */
const marginPart = 0.1;

/**
 * Separates PDF417 whose corners reach over several: zxing-cpp takes start patterns that lie less
 * than 25 lines above each other for those of one code, and reads one of them. Each code there is
 * read again from its own start pattern, under the same error correction as elsewhere. A reading is
 * left out if all codes there have other contents: its rows were mixed from several. It stays as it
 * is if a code there was not read. Costs a search for start patterns on a PDF417 whose first bar
 * seems to have gaps, and more only where there are several. Calls `onPlace` for each code that is
 * read again.
 */
export function separateStacks(
  picture: Picture,
  engine: Engine,
  readings: Found[],
  onPlace: () => void,
): Found[] {
  const joined = readings.filter(
    (reading) =>
      reading.format === "pdf417" &&
      !hasWholeFirstBar(picture.whole(), reading) &&
      hasSeveralStarts(picture.whole(), reading),
  );
  if (joined.length === 0) return readings;
  const starts: { center: Point; isRead: boolean }[] = [];
  const isWanted = (center: Point) => {
    if (!joined.some(({ corners }) => isOn(corners, center))) return false;
    onPlace();
    starts.push({ center, isRead: false });
    return true;
  };
  let stacks: Found[] = [];
  for (const found of readStacks(picture, engine, isWanted)) {
    starts.at(-1)!.isRead = found.length > 0;
    stacks = mergeReadings(stacks, found);
  }
  const contents = new Set(stacks.map(({ content }) => content));
  const isUnsettled = ({ content, corners }: Found) => {
    const within = starts.filter(({ center }) => isOn(corners, center));
    return !contents.has(content) && !(within.length > 0 && within.every(({ isRead }) => isRead));
  };
  const others = readings.filter((reading) => !joined.includes(reading));
  return [...mergeReadings(others, stacks), ...joined.filter(isUnsettled)];
}

/**
 * The first bar of a PDF417 is 8 modules wide (ISO/IEC 15438:2015, 5.3.2), which is 0.014 of the
 * width of 30 columns and 0.09 of that of one: lines at these parts of the width cross some of
 * them.
 */
const barParts = [0.007, 0.02, 0.045];

/**
 * Whether a line along the first bar of a code is dark from top to bottom, as that of one code is.
 */
function hasWholeFirstBar(plane: Plane, { corners }: Found): boolean {
  const [topLeft, topRight, bottomRight, bottomLeft] = mapCorners(corners, (point) =>
    scalePoint(point, 1 / plane.scale),
  );
  const count = Math.ceil(Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y));
  const sample = (along: number, down: number) => {
    const mix = (a: number, b: number, c: number, d: number) =>
      (a * (1 - along) + b * along) * (1 - down) + (c * (1 - along) + d * along) * down;
    return interpolate(
      plane,
      mix(topLeft.x, topRight.x, bottomLeft.x, bottomRight.x),
      mix(topLeft.y, topRight.y, bottomLeft.y, bottomRight.y),
    );
  };
  // A diagonal meets bars and spaces, whatever is in the middle.
  const diagonal = Array.from({ length: diagonalCount }, (_, i) =>
    sample(i / diagonalCount, i / diagonalCount),
  );
  const threshold = (Math.min(...diagonal) + Math.max(...diagonal)) / 2;
  return barParts.some((part) => {
    // The corners are off by up to a pixel.
    for (let y = 1; y < count; y++) if (sample(part, y / count) > threshold) return false;
    return true;
  });
}

/** The number of samples of a diagonal: enough to meet a bar and a space of the widest code. */
const diagonalCount = 256;

/** Whether the box of a code has several start patterns, of which some may be beside the code. */
function hasSeveralStarts(plane: Plane, { corners }: Found): boolean {
  const { left, top, right, bottom } = findBounds(corners);
  const margin = Math.max(right - left, bottom - top) * marginPart;
  const x = Math.max(0, Math.floor(left - margin));
  const y = Math.max(0, Math.floor(top - margin));
  const width = Math.min(plane.width, Math.ceil(right + margin)) - x;
  const height = Math.min(plane.height, Math.ceil(bottom + margin)) - y;
  return [...findStarts(cropPlane(plane, { x, y, width, height }))].length > 1;
}

/** Whether a point is between four corners, or in the rectangle that is taken for their code. */
function isOn(corners: Corners, point: Point): boolean {
  if (contains(toRegion(corners, 1), point, 1)) return true;
  const turns = corners.map((corner, i) => {
    const next = corners[(i + 1) % 4]!;
    return (next.x - corner.x) * (point.y - corner.y) - (next.y - corner.y) * (point.x - corner.x);
  });
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0);
}
