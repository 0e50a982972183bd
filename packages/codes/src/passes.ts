import type { Engine } from "./engine.ts";
import type { Picture } from "./picture.ts";
import { enlarge, sharpen, soften } from "./plane.ts";
import type { Reading } from "./reading.ts";

/** One way of looking at a picture. Everything a pass reads is believed, so a pass must not guess. */
export type Pass = (picture: Picture, engine: Engine) => Reading[];

/**
 * In what order passes look at a picture.
 * 1. All of `always` run, in order; their readings are merged (`merge.ts`), so that several codes are found together.
 * 2. If that read nothing: `frame` tries one of `otherwise`, the next one with each frame (at the camera's rate all of
 *    them have had their turn within a fraction of a second); `still` tries one after the other until one reads something.
 */
export type Plan = { always: readonly Pass[]; otherwise: readonly Pass[] };

const reducedQuick: Pass = (picture, engine) => engine(picture.reduced(), {});

const wholeQuick: Pass = (picture, engine) => engine(picture.whole(), {});

const reducedMatrixHarder: Pass = (picture, engine) =>
  engine(picture.reduced(), { family: "matrix", harder: true });

const reducedMatrixGlobal: Pass = (picture, engine) =>
  engine(picture.reduced(), { family: "matrix", harder: true, globalThreshold: true });

/** Looking harder for linear codes is where misreads come from; a camera has more frames, so it asks for more lines. */
const reducedLinearTurned: Pass = (picture, engine) =>
  engine(picture.reduced(), { family: "linear", harder: true, turned: true, lines: 4 });

const reducedInverted: Pass = (picture, engine) => engine(picture.reduced(), { inverted: true });

const everything = { harder: true, turned: true, inverted: true, smaller: true } as const;

const largeThorough: Pass = (picture, engine) => engine(picture.large(), everything);

/** Matrix codes correct errors, so a second look can add some without adding misreads. */
const reducedMatrixThorough: Pass = (picture, engine) =>
  engine(picture.reduced(), { ...everything, family: "matrix" });

const reducedThorough: Pass = (picture, engine) => engine(picture.reduced(), everything);

const reducedGlobal: Pass = (picture, engine) =>
  engine(picture.reduced(), { ...everything, globalThreshold: true });

const reducedSharpened: Pass = (picture, engine) =>
  engine(sharpen(picture.reduced(), 2, 1.5), everything);

const enlargedSharpened: Pass = (picture, engine) =>
  engine(sharpen(enlarge(picture.reduced()), 3, 1.5), everything);

const largeSoftened: Pass = (picture, engine) => engine(soften(picture.large(), 1), everything);

/** Live camera: about 5 ms at 1280 x 720 when the first look reads something, 10 to 15 ms when it does not. */
export const framePlan: Plan = {
  always: [reducedQuick],
  otherwise: [
    reducedMatrixGlobal,
    reducedLinearTurned,
    wholeQuick,
    reducedMatrixHarder,
    reducedInverted,
  ],
};

/** A photo: from milliseconds for a clean one to about a second for a large one without any code. */
export const stillPlan: Plan = {
  always: [largeThorough, reducedMatrixThorough],
  otherwise: [
    reducedThorough,
    enlargedSharpened,
    reducedGlobal,
    largeSoftened,
    reducedSharpened,
    wholeQuick,
  ],
};
