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

/** Neighboring rows show nearly the same, so this part of them has to agree on an EAN or UPC. */
const minEanPart = 0.25;
