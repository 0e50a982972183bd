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

/** Bars of codes are searched this multiple of the code's length to both sides together. */
const searchedPart = 1.6;
/** Scan lines that are turned less than this against the bars show them as well. In radians. */
const minTurn = 0.02;
/** Scan lines that are turned more than this against the bars cross others, too. In radians. */
const maxTurn = 0.35;

/**
 * Returns readings whose corners reach over the full height of their bars: two bundles of scan
 * lines of one code then overlap. Another code above or below has other bars, or paper in between.
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
    searchedHeight: Math.max(region.length * searchedPart, region.height * searchedPart),
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
