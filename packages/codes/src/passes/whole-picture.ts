import type { Engine, Found } from "../engine/engine.ts";
import type { Picture } from "../picture.ts";
import { enlarge, sharpen } from "../plane.ts";
import { isSelfChecking, keepAgreed, keepManyAgreed, keepRobust } from "./certainty.ts";
import { collectUnread, maxEnlargedSide } from "./matrix.ts";
import type { Pass } from "./pass.ts";

/** All effort that zxing-cpp has. */
export const thoroughEffort = {
  tryHarder: true,
  tryTurned: true,
  tryInverted: true,
  trySmaller: true,
} as const;

/**
 * Reads every format with more rows and columns, also turned by a quarter, in the part of a frame
 * where a code may be.
 */
export const harder: Pass = (picture, engine) => [
  keepAgreed(
    engine.read(picture.large(), { tryHarder: true, tryTurned: true, ...collectUnread(picture) }),
    2,
  ),
];

/** Reads every format with all effort that zxing-cpp has. */
export const thorough: Pass = (picture, engine) => [
  keepThorough(engine.read(picture.reduced(), thoroughEffort)),
];

/** Keeps the readings that may be reported of unaltered pixels that were read with all effort. */
export function keepThorough(found: readonly Found[]): Found[] {
  return keepManyAgreed(found, minEanLines).filter((reading) => {
    if (reading.format === "upce") return reading.lineCount >= minUpceLines;
    return isSelfChecking(reading) || reading.lineCount >= minUncheckedLines;
  });
}

/**
 * The minimum number of scan lines that agree on an EAN or UPC: six agreed on wrong digits of a
 * UPC-A in a part of a photo.
 */
const minEanLines = 8;
/**
 * The minimum number for a format without a check digit: five read a part of an ITF that was turned
 * by 20 degrees, because they left its bars early.
 */
const minUncheckedLines = 8;
/**
 * The minimum number for a UPC-E: eleven read the left half of an EAN-13 as a UPC-E where glare hid
 * the right half.
 */
const minUpceLines = 16;

/** Reads every format with all effort after sharpening. */
export const thoroughSharpened: Pass = (picture, engine) => [
  keepRobust(readSharpened(picture, engine), minSharpenedEanLines),
];

/** Reads every format with all effort in small pictures after doubling their size. */
export const thoroughEnlarged: Pass = (picture, engine) => {
  const plane = picture.reduced();
  if (Math.max(plane.width, plane.height) > maxEnlargedSide) return [];
  const found = engine.read(sharpen(enlarge(plane), 3, 1.5), thoroughEffort);
  const certain = keepRobust(found, minEnlargedEanLines);
  const all = keepRobust(found, minConfirmedEanLines);
  if (all.length === certain.length) return [certain];
  const sharpened = keepRobust(readSharpened(picture, engine), minConfirmedEanLines);
  const isConfirmed = (reading: Found) =>
    sharpened.some(({ content }) => content === reading.content);
  return [all.filter((reading) => certain.includes(reading) || isConfirmed(reading))];
};

/**
 * The minimum number of scan lines that agree on an EAN or UPC after sharpening, which makes
 * neighboring rows err alike: in parts of photos, up to 6 agreed on wrong digits.
 */
const minSharpenedEanLines = 16;
/** The same number after doubling the size: up to 14 lines agreed on wrong digits. */
const minEnlargedEanLines = 32;
/** The same number if both ways agree, which they never did on wrong digits. */
const minConfirmedEanLines = 5;

function readSharpened(picture: Picture, engine: Engine): Found[] {
  return engine.read(sharpen(picture.reduced(), 2, 1.5), thoroughEffort);
}
