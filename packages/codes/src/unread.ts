import type { Region } from "./bars/locate-regions.ts";
import type { Strip } from "./bars/strip.ts";
import type { Found } from "./engine.ts";
import { findPatches } from "./live/find-patches.ts";
import type { Box } from "./live/live-frame.ts";
import type { Picture } from "./picture.ts";
import { type Plane, scalePoint } from "./plane.ts";
import type { Point, Reading } from "./reading.ts";

/**
 * A code has more bars than fit into this many pixels, and a single edge is located as a region of up to about this length.
 */
const minBarsLength = 60;
const maxPatchCount = 6;
/** Anything longer is a line of text or a linear code. Codes of several rows that are as long are read by the quick pass. */
const maxPatchRatio = 3;
/** The part of a patch's longer side that is added around it. */
const patchMargin = 0.25;

/** Whether a further linear code may be in a strip of a picture, which it may as long as nothing has been read. */
export function isUnreadStrip(
  picture: Picture,
  { located }: Strip,
  readings: readonly Reading[],
): boolean {
  if (readings.length === 0) return true;
  return located.length >= minBarsLength && !isRead(located, picture.large().scale, readings);
}

/**
 * Returns readings whose corners reach over the full height of their bars, where the strips of the picture show it: two bundles
 * of scan lines of one code then overlap.
 */
export function toFullHeight(picture: Picture, readings: readonly Found[]): Found[] {
  const { scale } = picture.large();
  return readings.map((reading) => {
    if (reading.lineCount === 0) return reading;
    const strip = picture.strips().find(({ located }) => isScanned(located, scale, reading));
    return strip ? { ...reading, corners: strip.toFullHeight(reading.corners) } : reading;
  });
}

/**
 * Returns the parts of a picture in which further matrix codes may be, in pixels of the frame: strong contrast with calm
 * surroundings that is not a code which was read. If they are most of the picture, returns all of it.
 */
export function listUnreadPatches(picture: Picture, readings: readonly Reading[]): Box[] {
  const plane = picture.reduced();
  const patches = findPatches(plane, maxPatchCount)
    .filter(({ x, y, width, height }) => {
      if (Math.max(width, height) > maxPatchRatio * Math.min(width, height)) return false;
      const center = { x: x + width / 2, y: y + height / 2 };
      return !isRead({ ...center, angle: 0, length: width, height }, plane.scale, readings);
    })
    .map((patch) => toFrameBox(patch, plane));
  const area = patches.reduce((sum, { width, height }) => sum + width * height, 0);
  const whole = { x: 0, y: 0, width: plane.width, height: plane.height };
  const isMost = area > whole.width * whole.height * plane.scale ** 2;
  return isMost ? [toFrameBox(whole, plane)] : patches;
}

/** Adds a margin for the quiet zone and for what the search has cut off. */
function toFrameBox({ x, y, width, height }: Box, plane: Plane): Box {
  const margin = Math.round(patchMargin * Math.max(width, height));
  const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
  const right = Math.min(plane.width, x + width + margin);
  const bottom = Math.min(plane.height, y + height + margin);
  const { scale } = plane;
  return {
    x: left * scale,
    y: top * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  };
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
    ...scalePoint({ x: mean("x"), y: mean("y") }, 1 / scale),
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
