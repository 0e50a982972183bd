import { measureBlocks } from "../bars/blocks.ts";
import { locateInBlocks } from "../bars/locate-regions.ts";
import { type Box, findBounds } from "../geometry/box.ts";
import type { Corners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import type { Region } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { findPatches } from "./find-patches.ts";
import { findStacks } from "./find-stacks.ts";
import type { LiveFrame } from "./live-frame.ts";

/** Where codes may be in a frame, in its pixels, the likeliest first. */
export type Places = {
  /** Regions of bars. */
  bars: Region[];
  /** Regions for codes of stacked bars. */
  stacks: Region[];
  /** Patches for matrix codes. */
  patches: Box[];
};

const maxCount = 3;
const maxLocated = 6;
/**
 * Anything that takes more of the frame is often its background, such as text or cloth, and comes
 * last.
 */
const usualPart = 0.5;
/**
 * A patch is read with this part of its longer side around it, for its quiet zone and what the
 * search cut off.
 */
const patchMargin = 0.15;
/**
 * The extent of bars is measured in this multiple of their height, and their ends are searched in
 * as much of their length.
 */
const barsPart = { length: 1.5, height: 1.8 };

export function findPlaces(frame: LiveFrame): Places {
  const { width, height } = frame;
  const reduced = frame.reduced();
  const blocks = measureBlocks(reduced);
  const area = reduced.width * reduced.height;
  const isBackground = (box: { width: number; height: number }) =>
    box.width * box.height > usualPart * area;
  const regions = blocks ? locateInBlocks(blocks, maxLocated) : [];
  const patches = putLast(findPatches(reduced, maxLocated), isBackground);
  // To read all of a large frame as a patch takes too long.
  const readable = reduced.scale > 1 ? patches.filter((box) => !isBackground(box)) : patches;
  const bars = putLast(regions, ({ length, height }) =>
    isBackground({ width: length, height }),
  ).map((region) => toFrameRegion(region, reduced));
  const boxes = readable.slice(0, maxCount).map((box) => {
    const { scale } = reduced;
    const margin = patchMargin * Math.max(box.width, box.height) * scale;
    const [left, top] = [box.x * scale, box.y * scale];
    const [right, bottom] = [left + box.width * scale, top + box.height * scale];
    return toBox([left, right], [top, bottom], margin, { width, height });
  });
  return {
    bars: bars.slice(0, maxCount),
    stacks: findStacks(boxes, bars).slice(0, maxCount),
    patches: boxes,
  };
}

function putLast<T>(places: readonly T[], isLast: (place: T) => boolean): T[] {
  return [...places.filter((place) => !isLast(place)), ...places.filter(isLast)];
}

function toFrameRegion({ x, y, angle, length, height }: Region, { scale }: Plane): Region {
  return {
    ...scalePoint({ x, y }, scale),
    angle,
    length: length * scale,
    height: height * scale,
  };
}

/** Returns the part of the frame that contains bars with what is searched around them. */
export function boxAround(region: Region, frame: { width: number; height: number }): Box {
  return boxOf(
    {
      ...region,
      length: region.length * barsPart.length + 32,
      height: region.height * barsPart.height + 32,
    },
    frame,
  );
}

/** Returns the least box of the frame that contains a region, as far as it lies in the frame. */
export function boxOf(region: Region, frame: { width: number; height: number }): Box {
  const [along, across] = [region.length / 2, region.height / 2];
  const [ux, uy] = [Math.abs(Math.cos(region.angle)), Math.abs(Math.sin(region.angle))];
  const [reachX, reachY] = [ux * along + uy * across, uy * along + ux * across];
  return toBox(
    [region.x - reachX, region.x + reachX],
    [region.y - reachY, region.y + reachY],
    0,
    frame,
  );
}

/**
 * Returns the region of a code that was read, with space for its quiet zones and the movement of a
 * hand.
 */
export function regionAroundCode([a, b, c, d]: Corners): Region {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(x, y);
  return {
    x: (a.x + b.x + c.x + d.x) / 4,
    y: (a.y + b.y + c.y + d.y) / 4,
    angle: Math.atan2(y, x),
    length: length * 1.2 + 48,
    height: Math.hypot(d.x - a.x, d.y - a.y) * 1.2 + 48,
  };
}

/**
 * Returns the part of the frame that contains a code that was read, with space for the movement of
 * a hand.
 */
export function boxAroundCode(
  corners: readonly Point[],
  frame: { width: number; height: number },
): Box {
  const { left, top, right, bottom } = findBounds(corners);
  const margin = 0.3 * Math.max(right - left, bottom - top) + 24;
  return toBox([left, right], [top, bottom], margin, frame);
}

function toBox(
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  margin: number,
  { width, height }: { width: number; height: number },
): Box {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value));
  const x = clamp(Math.floor(left - margin), width - 1);
  const y = clamp(Math.floor(top - margin), height - 1);
  return {
    x,
    y,
    width: Math.max(1, clamp(Math.ceil(right + margin), width) - x),
    height: Math.max(1, clamp(Math.ceil(bottom + margin), height) - y),
  };
}
