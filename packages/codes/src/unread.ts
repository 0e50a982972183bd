import type { Region } from "./bars/locate-regions.ts";
import type { Strip } from "./bars/strip.ts";
import type { Found } from "./engine.ts";
import { findPatches } from "./live/find-patches.ts";
import type { Picture } from "./picture.ts";
import type { Point, Reading } from "./reading.ts";

/**
 * A code has more bars than fit into this many pixels, and a single edge is located as a region of up to about this length.
 */
const minBarsLength = 60;
const maxPatchCount = 6;
/** Anything longer is a line of text or a linear code. Codes of several rows that are as long are read by the quick pass. */
const maxPatchRatio = 3;

/** Returns the strips of a picture in which further linear codes may be. These are all as long as nothing has been read. */
export function listUnreadStrips(picture: Picture, readings: readonly Reading[]): Strip[] {
  const strips = picture.strips();
  if (readings.length === 0) return strips;
  const { scale } = picture.large();
  return strips.filter(
    ({ located }) => located.length >= minBarsLength && !isRead(located, scale, readings),
  );
}

/** Returns readings whose corners reach over the full height of their bars, where the strips of the picture show it. */
export function toFullHeight(picture: Picture, readings: readonly Found[]): Found[] {
  const { scale } = picture.large();
  return readings.map((reading) => {
    if (reading.lineCount === 0) return reading;
    const strip = picture.strips().find(({ located }) => isScanned(located, scale, reading));
    return strip ? { ...reading, corners: strip.toFullHeight(reading.corners) } : reading;
  });
}

/** Whether something in a picture may be a further matrix code: strong contrast with calm surroundings. */
export function hasUnreadPatch(picture: Picture, readings: readonly Reading[]): boolean {
  if (readings.length === 0) return true;
  const plane = picture.reduced();
  return findPatches(plane, maxPatchCount).some(({ x, y, width, height }) => {
    if (Math.max(width, height) > maxPatchRatio * Math.min(width, height)) return false;
    const center = { x: x + width / 2, y: y + height / 2 };
    return !isRead({ ...center, angle: 0, length: width, height }, plane.scale, readings);
  });
}

/** Scan lines along this part of a region, at least, are on all of its bars. */
const minPart = 0.5;
/** The center of a region lies on its code, or beyond its edge by this part of the code's size. */
const slack = 0.1;

/**
 * Whether a region has been read: it is on a code, or most of its length has been scanned. `scale` is the width of a pixel of
 * the region's plane in pixels of the frame.
 */
function isRead(region: Region, scale: number, readings: readonly Reading[]): boolean {
  return readings.some(
    (reading) =>
      contains(toRegion(reading.corners, scale), region, 1 + slack) ||
      isScanned(region, scale, reading),
  );
}

function isScanned(region: Region, scale: number, { corners }: Reading): boolean {
  const code = toRegion(corners, scale);
  return contains(region, code, 1) && Math.max(code.length, code.height) >= region.length * minPart;
}

function toRegion(corners: Reading["corners"], scale: number): Region {
  const [topLeft, topRight, , bottomLeft] = corners;
  const mean = (axis: keyof Point) => corners.reduce((sum, point) => sum + point[axis], 0) / 4;
  return {
    x: (mean("x") + 0.5) / scale - 0.5,
    y: (mean("y") + 0.5) / scale - 0.5,
    angle: Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x),
    length: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y) / scale,
    height: Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y) / scale,
  };
}

/** Whether a point lies in a region of `factor` times its size. */
function contains({ x, y, angle, length, height }: Region, point: Point, factor: number): boolean {
  const [dx, dy] = [point.x - x, point.y - y];
  const along = dx * Math.cos(angle) + dy * Math.sin(angle);
  const across = dy * Math.cos(angle) - dx * Math.sin(angle);
  return Math.abs(along) <= (length / 2) * factor && Math.abs(across) <= (height / 2) * factor;
}
