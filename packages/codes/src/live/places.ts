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

/** The places of a frame in which codes may be, in its pixels, the likeliest first. */
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
 * The part of the frame that a code seldom exceeds. A larger place is often the background, such as
 * text or cloth, and comes last.
 */
const maxCodePart = 0.5;
/**
 * The margin of a patch as a part of its longer side, for the quiet zone and for edges of the code
 * that the search cut off.
 */
const patchMargin = 0.15;
/**
 * The size of the box around bars, in multiples of their region: the ends and the height of the
 * bars are searched in it.
 */
const barsBoxSize = { length: 1.5, height: 1.8 };
/** The space on both sides of bars together, in pixels of the frame. */
const barsMargins = 32;
/**
 * The space around a code that was read, for its quiet zones and for the movement of a hand until
 * the next frame: a part of its size, and pixels of the frame, for both sides together.
 */
const stackMargins = { part: 0.2, pixels: 48 };
/** The same space at each side of a code of another format. */
const codeMargin = { part: 0.3, pixels: 24 };

/** Finds places of a frame in which codes may be, at most three of each kind. */
export function findPlaces(frame: LiveFrame): Places {
  const { width, height } = frame;
  const reduced = frame.reduced();
  const blocks = measureBlocks(reduced);
  const area = reduced.width * reduced.height;
  const isBackground = (box: { width: number; height: number }) =>
    box.width * box.height > maxCodePart * area;
  const regions = blocks ? locateInBlocks(blocks, maxLocated) : [];
  const patches = putLast(findPatches(reduced, maxLocated), isBackground);
  // Reading all of a large frame as a patch takes too long.
  const readable = reduced.scale > 1 ? patches.filter((box) => !isBackground(box)) : patches;
  const bars = putLast(regions, ({ length, height }) =>
    isBackground({ width: length, height }),
  ).map((region) => toFrameRegion(region, reduced));
  const boxes = readable.slice(0, maxPlaces).map((box) => {
    const { scale } = reduced;
    const margin = patchMargin * Math.max(box.width, box.height) * scale;
    const [left, top] = [box.x * scale, box.y * scale];
    const [right, bottom] = [left + box.width * scale, top + box.height * scale];
    return toBox([left, right], [top, bottom], margin, { width, height });
  });
  return {
    bars: bars.slice(0, maxPlaces),
    stacks: findStacks(boxes, bars).slice(0, maxPlaces),
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

/** Returns the part of the frame that contains bars and the surroundings in which they may end. */
export function boxAround(region: Region, frame: { width: number; height: number }): Box {
  return boxOf(
    {
      ...region,
      length: region.length * barsBoxSize.length + barsMargins,
      height: region.height * barsBoxSize.height + barsMargins,
    },
    frame,
  );
}

/** Returns the smallest box that contains a region, as far as the region lies in the frame. */
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
    length: length * (1 + stackMargins.part) + stackMargins.pixels,
    height: Math.hypot(d.x - a.x, d.y - a.y) * (1 + stackMargins.part) + stackMargins.pixels,
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
  const margin = codeMargin.part * Math.max(right - left, bottom - top) + codeMargin.pixels;
  return toBox([left, right], [top, bottom], margin, frame);
}

function toBox(
  [left, right]: readonly [number, number],
  [top, bottom]: readonly [number, number],
  margin: number,
  { width, height }: { width: number; height: number },
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
