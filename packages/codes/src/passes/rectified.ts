import { measureAxes } from "../bars/measure-turns.ts";
import { rectify } from "../bars/rectify.ts";
import { keepManyAgreed } from "./certainty.ts";
import type { Pass } from "./pass.ts";

/** Reads codes that are turned and seen from the side, such as a PDF417 on a shelf. */
export const rectified: Pass = (picture, engine) => {
  const large = picture.large();
  const { plane, toFrame } = rectify(large, measureAxes(large));
  const found = engine.read(plane, { family: "matrix", tryHarder: true, tryTurned: true });
  return [
    keepManyAgreed(found, plane.height * minEanPart).map((reading) => ({
      ...reading,
      corners: toFrame(reading.corners),
    })),
  ];
};

/**
 * The minimum part of the rows that agree on an EAN or UPC: neighboring rows show nearly the same
 * pixels.
 */
const minEanPart = 0.25;
