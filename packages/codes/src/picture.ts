import { createStrips, type Strip } from "./bars/strip.ts";
import type { QrOutline } from "./engine.ts";
import { type Plane, shrink, toGray } from "./plane.ts";
import type { Frame } from "./reading.ts";

/** A frame in the sizes that passes read, and what passes have found out about it. Each part is created on first use. */
export type Picture = {
  /** Every pixel of the frame. */
  whole(): Plane;
  /** The long side is at most 1920, which is enough for nearly all photos. */
  large(): Plane;
  /** The long side is at most 960. Codes that fill a tenth of the view are still sharp, at a quarter of the cost of full HD. */
  reduced(): Plane;
  /** The long side is at most 240, which makes the modules of a code that fills a large photo as small as usual. */
  tiny(): Plane;
  /** The regions of parallel bars in `large()`, the strongest first. */
  strips(): Strip[];
  /** The QR codes that passes have located but not read. */
  unreadQrCodes: QrOutline[];
};

/** How many regions of bars are sampled, and whether the reduced picture is searched for them, which is faster. */
type StripOptions = { maxCount: number; isSearchReduced: boolean };

const stillStrips: StripOptions = { maxCount: 4, isSearchReduced: false };
/** For frames of a live camera. */
export const frameStrips: StripOptions = { maxCount: 2, isSearchReduced: true };

/** Validates a frame. Throws a RangeError if its numbers do not describe a picture, which is a bug in the calling code. */
export function toPicture(
  frame: Frame,
  { strips: stripOptions = stillStrips }: { strips?: StripOptions } = {},
): Picture {
  const { data, width, height } = frame;
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
  const whole = memoize(() => toGray(frame));
  const large = memoize(() => shrink(whole(), 1920));
  const reduced = memoize(() => shrink(large(), 960));
  const tiny = memoize(() => shrink(large(), 240));
  const strips = memoize(() =>
    createStrips(
      stripOptions.isSearchReduced ? reduced() : large(),
      large(),
      stripOptions.maxCount,
    ),
  );
  return { whole, large, reduced, tiny, strips, unreadQrCodes: [] };
}

const maxSide = 32_767;

function isValidSide(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= maxSide;
}

function memoize<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
