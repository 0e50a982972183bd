import type { Engine } from "./engine.ts";
import type { Picture } from "./picture.ts";
import { enlarge, sharpen, soften } from "./plane.ts";
import type { Reading } from "./reading.ts";

/** One way of looking at a picture. Everything a pass reads is believed, so a pass must not guess. */
export type Pass = (picture: Picture, engine: Engine) => Reading[];

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

/**
 * Live camera, about 10 to 20 ms at 1280 x 720: with each frame all of `always` and one of `inTurn`, merged
 * (`merge.ts`), so that several codes are found together. A pass in turn that adds a reading stays for the next frame,
 * else the next one has its turn: at a camera's rate all have looked within a fifth of a second.
 */
export const framePlan: { always: readonly Pass[]; inTurn: readonly Pass[] } = {
  always: [reducedQuick],
  inTurn: [
    reducedMatrixGlobal,
    reducedLinearTurned,
    wholeQuick,
    reducedMatrixHarder,
    reducedInverted,
  ],
};

/**
 * A photo, from milliseconds for a clean one to a second or two for a large one without any code: all of `always`,
 * merged; when that read nothing, one of `otherwise` after the other until one reads something.
 */
export const stillPlan: { always: readonly Pass[]; otherwise: readonly Pass[] } = {
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
