import { enlarge, sharpen } from "../plane.ts";
import { keepAgreed, keepRobust } from "./certainty.ts";
import { collectUnread, maxEnlargedSide } from "./matrix.ts";
import type { Pass } from "./pass.ts";

const thoroughEffort = {
  tryHarder: true,
  tryTurned: true,
  tryInverted: true,
  trySmaller: true,
} as const;

/** Reads every format with more rows and columns, also turned by a quarter, in the part of a frame where a code may be. */
export const harder: Pass = (picture, engine) => [
  keepAgreed(
    engine.read(picture.large(), { tryHarder: true, tryTurned: true, ...collectUnread(picture) }),
    2,
  ),
];

/** Reads every format with all effort that zxing-cpp has. */
export const thorough: Pass = (picture, engine) => [
  keepAgreed(engine.read(picture.reduced(), thoroughEffort), 3),
];

/** The same after sharpening. */
export const thoroughSharpened: Pass = (picture, engine) => [
  keepRobust(engine.read(sharpen(picture.reduced(), 2, 1.5), thoroughEffort)),
];

/** The same for small pictures after doubling their size. */
export const thoroughEnlarged: Pass = (picture, engine) => {
  const plane = picture.reduced();
  return Math.max(plane.width, plane.height) > maxEnlargedSide
    ? []
    : [keepRobust(engine.read(sharpen(enlarge(plane), 3, 1.5), thoroughEffort))];
};
