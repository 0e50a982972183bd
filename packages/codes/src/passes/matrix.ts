import type { Effort } from "../engine/engine.ts";
import type { Picture } from "../picture.ts";
import { enlarge, type Plane, sharpen } from "../plane.ts";
import type { CodeFormat } from "../readings/formats.ts";
import type { Pass } from "./pass.ts";

/** Returns an effort that adds the QR codes that are located but not read to the picture's. */
export function collectUnread(picture: Picture): Effort {
  return { onUnreadQrCode: (outline) => picture.unreadQrCodes.push(outline) };
}

/** PDF417 is left out of tiny pictures, where rows of text look like it. */
const tinyFormats: readonly CodeFormat[] = ["qr", "microqr", "rmqr", "datamatrix", "aztec"];

/** Reads matrix codes, searching more rows and columns. */
export const matrixHarder: Pass = createMatrixPass((picture) => picture.reduced(), {});

/** Also reads small Data Matrix codes that are turned by about a quarter. */
export const matrixTurned: Pass = createMatrixPass((picture) => picture.reduced(), {
  tryTurned: true,
});

/**
 * Reads matrix codes with one threshold for the picture, for modules with a picture or a rough
 * surface.
 */
export const matrixGlobal: Pass = createMatrixPass((picture) => picture.reduced(), {
  globalThreshold: true,
});

/** Reads light matrix codes on dark. */
export const matrixInverted: Pass = createMatrixPass((picture) => picture.reduced(), {
  tryInverted: true,
});

/** Reads matrix codes that fill a photo, whose modules have a texture of their own. */
export const matrixTiny: Pass = createMatrixPass((picture) => picture.tiny(), {
  formats: tinyFormats,
  tryInverted: true,
});

/** Reads matrix codes that fill a photo, with one threshold for the picture. */
export const matrixTinyGlobal: Pass = createMatrixPass((picture) => picture.tiny(), {
  formats: tinyFormats,
  globalThreshold: true,
});

/**
 * Reads matrix codes with modules of one or two blurred pixels, in small pictures only: the time
 * grows with their area.
 */
export const matrixSharpened: Pass = (picture, engine) => {
  const plane = picture.reduced();
  return Math.max(plane.width, plane.height) > maxEnlargedSide
    ? []
    : [engine.read(sharpen(enlarge(plane), 2, 2), { family: "matrix", tryHarder: true })];
};

/** The maximum long side of a picture that is enlarged, in pixels. */
export const maxEnlargedSide = 640;

/** Reads small matrix codes in a large photo. */
export const matrixLarge: Pass = createMatrixPass((picture) => picture.large(), {
  trySmaller: true,
});

function createMatrixPass(choosePlane: (picture: Picture) => Plane, effort: Effort): Pass {
  return (picture, engine) => [
    engine.read(choosePlane(picture), {
      family: "matrix",
      tryHarder: true,
      ...collectUnread(picture),
      ...effort,
    }),
  ];
}
