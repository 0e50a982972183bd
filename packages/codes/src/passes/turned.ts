import { measureTurns } from "../bars/measure-turns.ts";
import { turnPlane } from "../bars/turn-plane.ts";
import { shrink } from "../plane.ts";
import { keepAgreed } from "./certainty.ts";
import type { Pass } from "./pass.ts";

const maxTurnCount = 2;
/** zxing-cpp reads codes that are turned by less than this, in radians. */
const minTurn = 0.06;
const measuredSide = 480;

/**
 * Reads codes of several rows, such as PDF417 and stacked DataBar, which zxing-cpp reads only if they are nearly level: turns
 * the picture until most of its edges are.
 */
export const turned: Pass = function* (picture, engine) {
  const turns = measureTurns(shrink(picture.large(), measuredSide), maxTurnCount);
  for (const turn of turns) {
    if (Math.abs(turn) < minTurn) continue;
    const { plane, toFrame } = turnPlane(picture.reduced(), turn);
    const found = engine.read(plane, { tryHarder: true, tryTurned: true });
    yield keepAgreed(found, 3).map((reading) => ({
      ...reading,
      corners: toFrame(reading.corners),
    }));
  }
};
