import { type Plane, shrink, toGray } from "./plane.ts";
import type { Frame } from "./reading.ts";

/** A frame in the sizes that passes look at, each made when first asked for. */
export type Picture = {
  /** Every pixel of the frame. */
  whole(): Plane;
  /** Long side at most 1920: as much as a photo needs in nearly all cases. */
  large(): Plane;
  /** Long side at most 960: codes that fill a tenth of the view are still sharp, and it costs a quarter of full HD. */
  reduced(): Plane;
};

/**
 * Checks a frame once, at the door. Throws a RangeError when the numbers do not describe a picture: that is a mistake
 * in the calling code.
 */
export function toPicture(frame: Frame): Picture {
  const { data, width, height } = frame;
  if (!isSide(width) || !isSide(height)) {
    throw new RangeError(
      `A frame of ${width} x ${height} pixels cannot be read; both sides have to be whole numbers from 1 to ${longest}.`,
    );
  }
  if (data?.length !== width * height * 4) {
    throw new RangeError(
      `A frame of ${width} x ${height} pixels has ${width * height * 4} bytes of RGBA, but ${data?.length ?? "none"} were given; pass the data with the size it was taken at.`,
    );
  }
  const whole = once(() => toGray(frame));
  const large = once(() => shrink(whole(), 1920));
  const reduced = once(() => shrink(whole(), 960));
  return { whole, large, reduced };
}

const longest = 32_767;

function isSide(size: number): boolean {
  return Number.isInteger(size) && size >= 1 && size <= longest;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
