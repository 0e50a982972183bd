import { deblurStack } from "../bars/deblur-stack.ts";
import { flatten } from "../bars/flatten.ts";
import { measurePerspective, type Perspective } from "../bars/measure-perspective.ts";
import type { Engine, Found } from "../engine/engine.ts";
import { scalePoint } from "../geometry/point.ts";
import { type Region, toPartRegion } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { moveReadings } from "../readings/move-readings.ts";
import type { LiveFrame } from "./live-frame.ts";
import { boxOf } from "./places.ts";

/** The maximum long side of the part of the frame that is read, in pixels. */
const maxSide = 800;
/** The long side of the copy in which directions of edges are measured, in pixels. */
const measuredSide = 400;
/**
 * The part of the region in which directions of edges are measured: strong edges of print or a
 * table may lie outside the code.
 */
const corePart = { length: 0.72, height: 0.6 };
/** The reach of what is read from the center, as a multiple of how far the edges reach. */
const reachFactor = 1.3;
/** The quiet zone beyond this reach, in pixels of the part. */
const quietZone = 12;

/**
 * Reads a PDF417 or MicroPDF417 in a region of a frame, which may be turned and seen from the side.
 */
export function readStack(region: Region, live: LiveFrame, engine: Engine): Found[] {
  const box = boxOf(region, live);
  const part = live.crop(box, { side: maxSide }).large();
  const inPart = toPartRegion(region, box, part.scale);
  const longSide = Math.max(box.width, box.height);
  // A picture of at most half the size is taken from the halved frame, which exists already.
  const small =
    longSide > measuredSide
      ? live.crop(box, { side: Math.min(measuredSide, longSide / 2) }).large()
      : part;
  const perspective = turnLengthwise(measure(small, part, inPart));
  const maxReach = Math.hypot(inPart.length, inPart.height) / 2;
  const toReach = (reach: number) => Math.min(maxReach, reach * reachFactor + quietZone);
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
function measure(small: Plane, part: Plane, region: Region): Perspective {
  const factor = small.scale / part.scale;
  const core = {
    ...scalePoint(region, 1 / factor),
    angle: region.angle,
    length: (region.length * corePart.length) / factor,
    height: (region.height * corePart.height) / factor,
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
