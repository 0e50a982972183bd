import type { Point } from "../geometry/point.ts";
import type { Region } from "../geometry/region.ts";
import { interpolate, type Plane } from "../plane.ts";

/** The distance between two samples of a row, in pixels of the plane. */
export const sampleStep = 0.5;

/** The maximum number of parallel lines that are averaged for a row. */
export const usualLineCount = 6;
/** The maximum number of lines for a row that is only compared with rows at other angles. */
const sharpnessLineCount = 2;
/** The part of a region's height in which angles are compared. */
const sharpnessPart = 0.8;

/**
 * Samples a region along its scan direction: `count` rows from top to bottom, each the average of
 * up to `maxLineCount` parallel lines. A row is `length` pixels long around the region's center,
 * with a sample of brightness (0 to 255) every `step` pixels. Samples outside the plane repeat its
 * edge.
 */
export function sampleRows(
  plane: Plane,
  region: Region,
  {
    count,
    step,
    length,
    maxLineCount = usualLineCount,
  }: { count: number; step: number; length: number; maxLineCount?: number },
): Float32Array[] {
  const sampleCount = Math.round(length / step);
  const [ux, uy] = [Math.cos(region.angle), Math.sin(region.angle)];
  const rowHeight = region.height / count;
  const lineCount = Math.max(1, Math.min(maxLineCount, Math.round(rowHeight)));
  const stepAlong = { x: ux * step, y: uy * step };
  return Array.from({ length: count }, (_, rowIndex) => {
    const row = new Float32Array(sampleCount);
    for (let line = 0; line < lineCount; line++) {
      const across = -region.height / 2 + rowHeight * (rowIndex + (line + 0.5) / lineCount);
      const start = {
        x: region.x - (ux * length) / 2 - uy * across,
        y: region.y - (uy * length) / 2 + ux * across,
      };
      addLine(row, plane, start, stepAlong);
    }
    for (let i = 0; i < sampleCount; i++) row[i]! /= lineCount;
    return row;
  });
}

/**
 * Adds the brightness of a plane along a line to a row, from a point on in equal steps. Samples
 * outside of the plane repeat its edge.
 */
export function addLine(row: Float32Array, plane: Plane, start: Point, step: Point): void {
  let { x, y } = start;
  for (let i = 0; i < row.length; i++, x += step.x, y += step.y)
    row[i]! += interpolate(plane, x, y);
}

/** Returns the region at the angle at which its rows have the sharpest edges, to half a degree. */
export function refineAngle(plane: Plane, region: Region): Region {
  let [bestSharpness, angle] = [-1, region.angle];
  const tryAngle = (candidate: number) => {
    const sharpness = measureSharpness(plane, { ...region, angle: candidate });
    if (sharpness > bestSharpness) [bestSharpness, angle] = [sharpness, candidate];
  };
  for (let degrees = -6; degrees <= 6; degrees += 2) tryAngle(region.angle + toRadians(degrees));
  for (const degrees of [1, 0.5]) {
    const middle = angle;
    tryAngle(middle - toRadians(degrees));
    tryAngle(middle + toRadians(degrees));
  }
  return { ...region, angle };
}

/** Returns the sum of squared differences of neighboring samples along the scan direction. */
function measureSharpness(plane: Plane, region: Region): number {
  const middle = { ...region, height: region.height * sharpnessPart };
  let sharpness = 0;
  const rows = sampleRows(plane, middle, {
    count: 3,
    step: 1,
    length: region.length,
    maxLineCount: sharpnessLineCount,
  });
  for (const row of rows) {
    for (let i = 1; i < row.length; i++) sharpness += (row[i]! - row[i - 1]!) ** 2;
  }
  return sharpness;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
