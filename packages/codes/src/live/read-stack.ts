import { deblurStack } from "../bars/deblur-stack.ts";
import { flatten } from "../bars/flatten.ts";
import { measurePerspective, type Perspective } from "../bars/measure-perspective.ts";
import type { Engine, Found } from "../engine/engine.ts";
import { scalePoint } from "../geometry/point.ts";
import { type Region, toPartRegion } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { moveReadings } from "../readings/move-readings.ts";
import type { LiveFrame } from "./live-frame.ts";
import { findBoundingBox } from "./places.ts";

/** The maximum long side of the part of the frame that is read, in pixels. */
const maxSide = 800;
/** The maximum long side of the copy in which the perspective is measured, in pixels. */
const maxMeasuredSide = 400;
/**
 * The size of the core of a region, as multiples of the region's size. The perspective is measured
 * in the core, because strong edges of print or a table may lie outside the code.
 */
const coreSize = { length: 0.72, height: 0.6 };
/**
 * The distance from the center of the code to which it is sampled: a multiple of the reach of its
 * edges, and pixels of the part for the quiet zone.
 */
const sampledReach = { factor: 1.3, pixels: 12 };

/**
 * Reads a PDF417 or MicroPDF417 in a region of a frame. The code may be turned and seen from the
 * side.
 */
export function readStack(region: Region, frame: LiveFrame, engine: Engine): Found[] {
  const box = findBoundingBox(region, frame);
  const part = frame.crop(box, { maxSide }).large();
  const inPart = toPartRegion(region, box, part.scale);
  const longSide = Math.max(box.width, box.height);
  // A picture of at most half the size is taken from the reduced frame, which exists already.
  const small =
    longSide > maxMeasuredSide
      ? frame.crop(box, { maxSide: Math.min(maxMeasuredSide, longSide / 2) }).large()
      : part;
  const perspective = turnLengthwise(measureInCopy(small, part, inPart));
  const maxReach = Math.hypot(inPart.length, inPart.height) / 2;
  const toReach = (reach: number) =>
    Math.min(maxReach, reach * sampledReach.factor + sampledReach.pixels);
  const { plane, toFrame } = flatten(part, perspective, {
    along: toReach(perspective.reach.along),
    down: toReach(perspective.reach.down),
  });
  const options = { formats: ["pdf417", "micropdf417"] } as const;
  const sharp = engine.read(plane, options);
  const found = sharp.length > 0 ? sharp : engine.read(deblurStack(plane), options);
  return moveReadings(
    found.map((reading) => ({ ...reading, corners: toFrame(reading.corners) })),
    box,
  );
}

/**
 * Measures the perspective of a region of `part` in `small`, a smaller copy of it, and returns it
 * in pixels of `part`.
 */
function measureInCopy(small: Plane, part: Plane, region: Region): Perspective {
  const factor = small.scale / part.scale;
  const core = {
    ...scalePoint(region, 1 / factor),
    angle: region.angle,
    length: (region.length * coreSize.length) / factor,
    height: (region.height * coreSize.height) / factor,
  };
  const perspective = measurePerspective(small, core);
  const { center, alongDepth, downDepth, reach } = perspective;
  return {
    ...perspective,
    center: scalePoint(center, factor),
    alongDepth: alongDepth / factor,
    downDepth: downDepth / factor,
    reach: { along: reach.along * factor, down: reach.down * factor },
  };
}

/** Turns a perspective so that its rows run along the longer extent of the code. */
function turnLengthwise(perspective: Perspective): Perspective {
  const { along, down, alongDepth, downDepth, reach } = perspective;
  if (reach.along >= reach.down) return perspective;
  return {
    ...perspective,
    along: down,
    down: { x: -along.x, y: -along.y },
    alongDepth: downDepth,
    downDepth: -alongDepth,
    reach: { along: reach.down, down: reach.along },
  };
}
