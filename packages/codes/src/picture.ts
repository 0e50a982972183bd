import { type Blocks, measureBlocks } from "./bars/blocks.ts";
import { locateInBlocks } from "./bars/locate-regions.ts";
import { createStrip, type Strip } from "./bars/strip.ts";
import type { QrOutline } from "./engine/engine.ts";
import type { Region } from "./geometry/region.ts";
import { memoize } from "./memoize.ts";
import { type Plane, shrink, toGray } from "./plane.ts";
import type { Frame } from "./readings/reading.ts";

/**
 * A frame in the sizes that passes read, and what passes have found out about it. Each part is
 * created on first use.
 */
export type Picture = {
  /** Every pixel of the frame. */
  whole(): Plane;
  /** The long side is at most 1920, which is enough for nearly all photos. */
  large(): Plane;
  /**
   * The long side is at most 960. Codes that fill a tenth of the view are still sharp, at a quarter
   * of the cost of full HD.
   */
  reduced(): Plane;
  /**
   * The long side is at most 240, which makes the modules of a code that fills a large photo as
   * small as usual.
   */
  tiny(): Plane;
  /** How the brightness changes in `large()`, or undefined if that is too small to hold a code. */
  blocks(): Blocks | undefined;
  /** Where parallel bars are in `large()`, the strongest first, at most 256. */
  regions(): Region[];
  /** The strongest of these regions. */
  strips(): Strip[];
  /** The QR codes that passes have located but not read. */
  unreadQrCodes: QrOutline[];
};

const maxRegions = 256;
/** The maximum number of regions of bars that are sampled, the strongest first. */
const maxStrips = 4;

/** Validates a frame and returns its picture. Throws like `validateFrame`. */
export function toPicture(frame: Frame): Picture {
  validateFrame(frame);
  return createPicture(() => toGray(frame));
}

/**
 * Throws a RangeError if the size of a frame is invalid or does not fit its data. Both are bugs of
 * the calling code.
 */
export function validateFrame({ data, width, height }: Frame): void {
  if (!isValidSide(width) || !isValidSide(height)) {
    throw new RangeError(
      `A frame of ${width} x ${height} pixels cannot be read; both sides must be whole numbers from 1 to ${maxSide}.`,
    );
  }
  if (data?.length !== width * height * 4) {
    throw new RangeError(
      `A frame of ${width} x ${height} pixels has ${width * height * 4} bytes of RGBA, but the data has ${data?.length ?? "none"}; pass the data with its original size.`,
    );
  }
}

/**
 * Creates a picture from its plane in full size. Its strips come from `createOwnStrips`, by default
 * from its strongest regions of bars.
 */
export function createPicture(
  createWhole: () => Plane,
  createOwnStrips?: (large: Plane) => Strip[],
): Picture {
  const whole = memoize(createWhole);
  const large = memoize(() => shrink(whole(), 1920));
  const reduced = memoize(() => shrink(large(), 960));
  const tiny = memoize(() => shrink(large(), 240));
  const blocks = memoize(() => measureBlocks(large()));
  const regions = memoize(() => {
    const measured = blocks();
    return measured ? locateInBlocks(measured, maxRegions) : [];
  });
  const strips = memoize(
    () =>
      createOwnStrips?.(large()) ??
      regions()
        .slice(0, maxStrips)
        .map((region) => createStrip(large(), region)),
  );
  return { whole, large, reduced, tiny, blocks, regions, strips, unreadQrCodes: [] };
}

const maxSide = 32_767;

function isValidSide(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= maxSide;
}
