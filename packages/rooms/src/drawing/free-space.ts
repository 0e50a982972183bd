import type { Point } from "../geometry/point.ts";
import { meetsSegment, polygonsMeet, type Segment } from "../geometry/polygon.ts";

/** The space of a drawing that nothing fills yet. */
export type FreeSpace = {
  addLine(line: Segment): void;
  addArea(corners: readonly Point[]): void;
  /** Returns how many lines and areas an area would cover in part. */
  countCovered(corners: readonly Point[]): number;
  /** Returns how many areas and lines a line would cross. */
  countCrossed(line: Segment): { areas: number; lines: number };
};

type Bounds = { left: number; right: number; bottom: number; top: number };
type Bounded<T> = { shape: T; bounds: Bounds };

/** Returns a space without lines and areas. */
export function createFreeSpace(): FreeSpace {
  const lines: Bounded<Segment>[] = [];
  const areas: Bounded<readonly Point[]>[] = [];
  return {
    addLine: (line) => void lines.push({ shape: line, bounds: boundsOf([line.from, line.to]) }),
    addArea: (corners) => void areas.push({ shape: corners, bounds: boundsOf(corners) }),
    countCovered(corners) {
      const bounds = boundsOf(corners);
      return (
        count(lines, bounds, (line) => meetsSegment(corners, line)) +
        count(areas, bounds, (area) => polygonsMeet(area, corners))
      );
    },
    countCrossed(line) {
      const ends = [line.from, line.to];
      const bounds = boundsOf(ends);
      return {
        areas: count(areas, bounds, (area) => meetsSegment(area, line)),
        lines: count(lines, bounds, (other) => meetsSegment(ends, other)),
      };
    },
  };
}

function count<T>(
  members: readonly Bounded<T>[],
  { left, right, bottom, top }: Bounds,
  meets: (shape: T) => boolean,
): number {
  let met = 0;
  for (const { shape, bounds } of members) {
    const isApart =
      bounds.right < left || bounds.left > right || bounds.top < bottom || bounds.bottom > top;
    if (!isApart && meets(shape)) met += 1;
  }
  return met;
}

/** Returns the smallest upright rectangle round points. */
export function boundsOf(points: readonly Point[]): Bounds {
  const bounds = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.min(bounds.bottom, y);
    bounds.top = Math.max(bounds.top, y);
  }
  return bounds;
}
