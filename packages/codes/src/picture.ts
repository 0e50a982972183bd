import { type Plane, shrink, toGray } from "./plane.ts";
import type { Frame } from "./reading.ts";

/** A frame in the sizes that passes read, each created on first use. */
export type Picture = {
  /** Every pixel of the frame. */
  whole(): Plane;
  /** The long side is at most 1920, which is enough for nearly all photos. */
  large(): Plane;
  /** The long side is at most 960. Codes that fill a tenth of the view are still sharp, at a quarter of the cost of full HD. */
  reduced(): Plane;
};

/** Validates a frame. Throws a RangeError if its numbers do not describe a picture, which is a bug in the calling code. */
export function toPicture(frame: Frame): Picture {
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
  const reduced = memoize(() => shrink(whole(), 960));
  return { whole, large, reduced };
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
