import { turnPlane } from "../bars/turn-plane.ts";
import type { Effort, Engine, Found } from "../engine/engine.ts";
import { toRegion } from "../geometry/region.ts";
import { isEan, isSelfChecking } from "../passes/certainty.ts";
import { cropPlane, type Plane, sharpen } from "../plane.ts";

/** The angles of the copies in radians, in which other lines of pixels cross the bars. */
const angles = [0.07, -0.07];
/** The part of a picture around a code, from its center to each side, in lengths of the code. */
const reach = 0.75;

/**
 * Whether a linear code on which few scan lines agree is read again in copies of its surroundings,
 * turned a little, plain and sharpened, on more lines than any other EAN or UPC. This confirmed 40
 * of 44 right readings of photos and none of three wrong ones.
 */
export function isConfirmedTurned(plane: Plane, reading: Found, engine: Engine): boolean {
  // Two digits that blur turns into each other leave the parity of a UPC-E as it is.
  if (reading.format === "upce" || !isSelfChecking(reading)) return false;
  const surroundings = cropAround(plane, reading);
  const copies = angles.flatMap((angle) => {
    const turned = turnPlane(surroundings, angle).plane;
    return [turned, sharpen(turned, 2, 1.5)];
  });
  let [sameLines, otherLines] = [0, 0];
  for (const copy of copies) {
    for (const found of engine.read(copy, effort)) {
      if (found.content === reading.content) sameLines += found.lineCount;
      else if (isEan(found) && isEan(reading)) otherLines += found.lineCount;
    }
  }
  return sameLines > otherLines;
}

const effort: Effort = { family: "linear", tryHarder: true, tryTurned: true };

function cropAround(plane: Plane, reading: Found): Plane {
  const { x, y, length } = toRegion(reading.corners, 1);
  const left = Math.max(0, x - reach * length);
  const top = Math.max(0, y - reach * length);
  return cropPlane(plane, {
    x: left,
    y: top,
    width: x + reach * length - left,
    height: y + reach * length - top,
  });
}
