import { measureTurns } from "../bars/measure-turns.ts";
import { turnPlane } from "../bars/turn-plane.ts";
import { shrink } from "../plane.ts";
import { keepManyAgreed } from "./certainty.ts";
import type { Pass } from "./pass.ts";

/** The maximum number of angles by which a picture is turned. */
const maxTurnCount = 2;
/** The minimum turn in radians: zxing-cpp reads codes that are turned by less. */
const minTurn = 0.06;
/** The long side of the copy in which turns are measured, in pixels. */
const measuredSide = 480;
/**
 * The minimum part of all rows that agree on an EAN or UPC, if it is less than `minEanLines`: the
 * rows of a turned picture share pixels with their neighbors, and up to 18 agreed on wrong digits
 * in parts of photos.
 */
const minEanPart = 0.25;
/** The number of scan lines that are enough for an EAN or UPC, however many rows there are. */
const minEanLines = 32;

/**
 * Reads codes of several rows, such as PDF417 and stacked DataBar, which zxing-cpp reads only if
 * they are nearly level: turns the picture until most of its edges are.
 */
export const turned: Pass = function* (picture, engine) {
  const turns = measureTurns(shrink(picture.large(), measuredSide), maxTurnCount);
  for (const turn of turns) {
    if (Math.abs(turn) < minTurn) continue;
    const { plane, toFrame } = turnPlane(picture.reduced(), turn);
    const found = engine.read(plane, { tryHarder: true, tryTurned: true });
    yield keepManyAgreed(found, Math.min(plane.height * minEanPart, minEanLines)).map(
      (reading) => ({
        ...reading,
        corners: toFrame(reading.corners),
      }),
    );
  }
};
