import type { Engine } from "./engine.ts";
import type { Picture } from "./picture.ts";
import { enlarge, sharpen, soften } from "./plane.ts";
import type { Reading } from "./reading.ts";

/** One way to read a picture. Every reading of a pass is accepted, so a pass must not guess. */
export type Pass = (picture: Picture, engine: Engine) => Reading[];

const reducedQuick: Pass = (picture, engine) => engine(picture.reduced(), {});

const wholeQuick: Pass = (picture, engine) => engine(picture.whole(), {});

const reducedMatrixHarder: Pass = (picture, engine) =>
  engine(picture.reduced(), { family: "matrix", tryHarder: true });

const reducedMatrixGlobal: Pass = (picture, engine) =>
  engine(picture.reduced(), { family: "matrix", tryHarder: true, globalThreshold: true });

/** Searching harder for linear codes causes misreads. A camera has more frames, so it can require more scan lines. */
const reducedLinearTurned: Pass = (picture, engine) =>
  engine(picture.reduced(), { family: "linear", tryHarder: true, tryTurned: true, minLines: 4 });

const reducedInverted: Pass = (picture, engine) => engine(picture.reduced(), { tryInverted: true });

const thoroughEffort = {
  tryHarder: true,
  tryTurned: true,
  tryInverted: true,
  trySmaller: true,
} as const;

const largeThorough: Pass = (picture, engine) => engine(picture.large(), thoroughEffort);

/** Matrix codes correct errors, so a second pass can find more of them without adding misreads. */
const reducedMatrixThorough: Pass = (picture, engine) =>
  engine(picture.reduced(), { ...thoroughEffort, family: "matrix" });

const reducedThorough: Pass = (picture, engine) => engine(picture.reduced(), thoroughEffort);

const reducedGlobal: Pass = (picture, engine) =>
  engine(picture.reduced(), { ...thoroughEffort, globalThreshold: true });

const reducedSharpened: Pass = (picture, engine) =>
  engine(sharpen(picture.reduced(), 2, 1.5), thoroughEffort);

const enlargedSharpened: Pass = (picture, engine) =>
  engine(sharpen(enlarge(picture.reduced()), 3, 1.5), thoroughEffort);

const largeSoftened: Pass = (picture, engine) => engine(soften(picture.large(), 1), thoroughEffort);

/**
 * The passes for a live camera, about 10 to 20 ms at 1280 x 720. Each frame runs all of `always` and one of `rotating`, and
 * merges the readings (`merge.ts`) to find several codes together. A pass of `rotating` that adds a reading runs again on the
 * next frame; otherwise the next one does. At a camera's rate, all of them run within a fifth of a second.
 */
export const framePlan: { always: readonly Pass[]; rotating: readonly Pass[] } = {
  always: [reducedQuick],
  rotating: [
    reducedMatrixGlobal,
    reducedLinearTurned,
    wholeQuick,
    reducedMatrixHarder,
    reducedInverted,
  ],
};

/**
 * The passes for a photo, from milliseconds for a clean one to a second or two for a large one without a code. Runs all of
 * `always` and merges the readings. If there are none, runs the passes of `fallback` until one reads something.
 */
export const stillPlan: { always: readonly Pass[]; fallback: readonly Pass[] } = {
  always: [largeThorough, reducedMatrixThorough],
  fallback: [
    reducedThorough,
    enlargedSharpened,
    reducedGlobal,
    largeSoftened,
    reducedSharpened,
    wholeQuick,
  ],
};
