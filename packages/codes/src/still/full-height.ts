import { measureHeight } from "../bars/measure-extent.ts";
import { refineAngle } from "../bars/sample-rows.ts";
import type { Found } from "../engine/engine.ts";
import {
  contains,
  type Region,
  toRegion,
  toRegionCorners,
  turnBetween,
} from "../geometry/region.ts";
import type { Picture } from "../picture.ts";
import type { Plane } from "../plane.ts";

/** The height in which bars are searched, in multiples of the code's length or of its height. */
const searchedFactor = 1.6;
/**
 * The minimum angle in radians between scan lines and bars from which both directions are tried.
 */
const minTurn = 0.02;
/**
 * The maximum angle in radians between scan lines and their bars: others belong to another code.
 */
const maxTurn = 0.35;

/**
 * Returns readings whose corners reach over the full height of their bars, so that two bundles of
 * scan lines of one code overlap. Another code above or below has other bars, or paper in between.
 */
export function toFullHeight(picture: Picture, readings: readonly Found[]): Found[] {
  const plane = picture.large();
  return readings.map((reading) => {
    if (reading.lineCount === 0) return reading;
    const lines = toRegion(reading.corners, plane.scale);
    const aligned = alignToBars(picture, lines);
    if (aligned.length < 1) return reading;
    let measured = measureBars(plane, aligned);
    // The angle that bars seem to have is wrong where a region has other print, or small bars.
    if (turnBetween(aligned.angle, lines.angle) > minTurn) {
      const unturned = measureBars(plane, lines);
      if (unturned.height > measured.height) measured = unturned;
    }
    return { ...reading, corners: toRegionCorners(measured, plane.scale, false) };
  });
}

function measureBars(plane: Plane, region: Region): Region {
  return measureHeight(plane, region, {
    searchedHeight: Math.max(region.length * searchedFactor, region.height * searchedFactor),
    coreHeight: region.height,
  });
}

/**
 * Turns scan lines across the bars that they are on, where the picture shows how these are turned.
 */
function alignToBars(picture: Picture, lines: Region): Region {
  const located = picture
    .regions()
    .find(
      (region) => contains(region, lines, 1) && turnBetween(region.angle, lines.angle) < maxTurn,
    );
  if (!located) return lines;
  const region = refineAngle(picture.large(), located);
  const turn = region.angle - lines.angle;
  // The code may be read against the direction of the region.
  const angle = region.angle + (Math.cos(turn) < 0 ? Math.PI : 0);
  return { ...lines, angle, length: lines.length * Math.abs(Math.cos(turn)) };
}
