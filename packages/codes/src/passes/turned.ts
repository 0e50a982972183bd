import { measureTurns } from "../bars/measure-turns.ts";
import { turnPlane } from "../bars/turn-plane.ts";
import { shrink } from "../plane.ts";
import { keepManyAgreed } from "./certainty.ts";
import type { Pass } from "./pass.ts";

const maxTurnCount = 2;
/** zxing-cpp reads codes that are turned by less than this, in radians. */
const minTurn = 0.06;
const measuredSide = 480;
/**
 * An EAN or UPC needs this part of the rows, or this many of them: neighboring rows of a turned
 * picture share its pixels, and up to 18 agreed on wrong digits in parts of photos.
 */
const minEanPart = 0.25;
const enoughEanLines = 32;

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
    yield keepManyAgreed(found, Math.min(plane.height * minEanPart, enoughEanLines)).map(
      (reading) => ({
        ...reading,
        corners: toFrame(reading.corners),
      }),
    );
  }
};
