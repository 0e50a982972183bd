import { measureBlocks } from "../bars/blocks.ts";
import { locateInBlocks } from "../bars/locate-regions.ts";
import { type Bounds, type Box, findBounds } from "../geometry/box.ts";
import type { Corners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import { type Region, toRegion } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { findPatches } from "./find-patches.ts";
import { findStacks } from "./find-stacks.ts";
import type { FrameSize, LiveFrame } from "./live-frame.ts";

/** The places of a frame in which codes may be, in pixels of the frame, the likeliest first. */
export type Places = {
  /** Regions of bars. */
  bars: Region[];
  /** Regions for codes of stacked bars. */
  stacks: Region[];
  /** Patches for matrix codes. */
  patches: Box[];
};

/** The maximum number of places of each kind. */
const maxPlaces = 3;
/**
 * The maximum number of regions and of patches that are located before the likeliest are chosen.
 */
const maxLocated = 6;
/**
 * The maximum share of the frame's area that a code usually takes. A larger place is often the
 * background, such as text or cloth, and comes last.
 */
const maxCodeShare = 0.5;
/**
 * The margin of a patch, as a multiple of its longer side. It holds the quiet zone and edges of the
 * code that the search cut off.
 */
const patchMarginFactor = 0.15;
/**
 * The size of the box around bars: multiples of the size of their region plus pixels of the frame.
 * The ends and the height of the bars are measured in this box.
 */
const barsBoxSize = { length: 1.5, height: 1.8, pixels: 32 };
/**
 * The size of the region around stacked bars that were read: a multiple of the size of the code
 * plus pixels of the frame. It has space for the quiet zones, and for the movement of a hand until
 * the next frame.
 */
const stackSize = { factor: 1.2, pixels: 48 };
/**
 * The margin at each side of a code of another format that was read, for the same reasons: a
 * multiple of its longer side plus pixels of the frame.
 */
const codeMargin = { factor: 0.3, pixels: 24 };

/** Finds the places of a frame in which codes may be, at most `maxPlaces` of each kind. */
export function findPlaces(frame: LiveFrame): Places {
  const reduced = frame.reduced();
  const blocks = measureBlocks(reduced);
  const area = reduced.width * reduced.height;
  const isBackground = (size: FrameSize) => size.width * size.height > maxCodeShare * area;
  const regions = blocks ? locateInBlocks(blocks, maxLocated) : [];
  const patches = putLast(findPatches(reduced, maxLocated), isBackground);
  // Reading all of a large frame as a patch takes too long.
  const readable = reduced.scale > 1 ? patches.filter((box) => !isBackground(box)) : patches;
  const bars = putLast(regions, ({ length, height }) =>
    isBackground({ width: length, height }),
  ).map((region) => toFrameRegion(region, reduced));
  const boxes = readable.slice(0, maxPlaces).map((patch) => toFrameBox(patch, reduced, frame));
  return {
    bars: bars.slice(0, maxPlaces),
    stacks: findStacks(boxes, bars).slice(0, maxPlaces),
    patches: boxes,
  };
}

/** Moves the places that `isLast` selects behind all others. */
function putLast<T>(places: readonly T[], isLast: (place: T) => boolean): T[] {
  return [...places.filter((place) => !isLast(place)), ...places.filter(isLast)];
}

/** Returns the box of the frame around a patch of the reduced frame, with the patch's margin. */
function toFrameBox(patch: Box, { scale }: Plane, frame: FrameSize): Box {
  const margin = patchMarginFactor * Math.max(patch.width, patch.height) * scale;
  const [left, top] = [patch.x * scale, patch.y * scale];
  const [right, bottom] = [left + patch.width * scale, top + patch.height * scale];
  return toBox({ left, top, right, bottom }, margin, frame);
}

/** Returns a region of the reduced frame in pixels of the frame. */
function toFrameRegion({ x, y, angle, length, height }: Region, { scale }: Plane): Region {
  return {
    ...scalePoint({ x, y }, scale),
    angle,
    length: length * scale,
    height: height * scale,
  };
}

/** Returns the box of the frame in which the bars of a region are measured. */
export function boxAroundBars(region: Region, frame: FrameSize): Box {
  return findBoundingBox(
    {
      ...region,
      length: region.length * barsBoxSize.length + barsBoxSize.pixels,
      height: region.height * barsBoxSize.height + barsBoxSize.pixels,
    },
    frame,
  );
}

/** Returns the bounding box of a region, clipped to the frame. */
export function findBoundingBox(region: Region, frame: FrameSize): Box {
  const [along, across] = [region.length / 2, region.height / 2];
  const [ux, uy] = [Math.abs(Math.cos(region.angle)), Math.abs(Math.sin(region.angle))];
  const [reachX, reachY] = [ux * along + uy * across, uy * along + ux * across];
  const bounds = {
    left: region.x - reachX,
    top: region.y - reachY,
    right: region.x + reachX,
    bottom: region.y + reachY,
  };
  return toBox(bounds, 0, frame);
}

/** Returns the region in which stacked bars with these corners are read again. */
export function regionAroundCode(corners: Corners): Region {
  const { x, y, angle, length, height } = toRegion(corners, 1);
  return {
    x,
    y,
    angle,
    length: length * stackSize.factor + stackSize.pixels,
    height: height * stackSize.factor + stackSize.pixels,
  };
}

/** Returns the box of the frame in which a code with these corners is read again. */
export function boxAroundCode(corners: readonly Point[], frame: FrameSize): Box {
  const bounds = findBounds(corners);
  const longSide = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  return toBox(bounds, codeMargin.factor * longSide + codeMargin.pixels, frame);
}

/** Returns bounds with a margin as a box of whole pixels of the frame, at least one. */
function toBox(
  { left, top, right, bottom }: Bounds,
  margin: number,
  { width, height }: FrameSize,
): Box {
  const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value));
  const x = clamp(Math.floor(left - margin), width - 1);
  const y = clamp(Math.floor(top - margin), height - 1);
  return {
    x,
    y,
    width: Math.max(1, clamp(Math.ceil(right + margin), width) - x),
    height: Math.max(1, clamp(Math.ceil(bottom + margin), height) - y),
  };
}
