import type { Strip } from "../bars/strip.ts";
import type { Box } from "../geometry/box.ts";
import { createPicture, type Picture } from "../picture.ts";
import { cropPlane, type Plane, shrink, toGray } from "../plane.ts";
import type { Frame } from "../readings/reading.ts";

/** The size of a frame, or of a part of it, in pixels. */
export type FrameSize = { width: number; height: number };

/** A frame of a live camera. Only parts of it are converted to gray in full size. */
export type LiveFrame = FrameSize & {
  /** The whole frame with a long side of at most 960 pixels, created on first use. */
  reduced(): Plane;
  /**
   * Returns a part of the frame as a picture with a long side of at most `maxSide` pixels. Readings
   * of this picture have corners relative to the part. `createStrips` samples the bars of the part
   * if their regions are known.
   */
  crop(box: Box, options: { maxSide: number; createStrips?: (plane: Plane) => Strip[] }): Picture;
};

/** The maximum long side of the reduced frame, in pixels. */
const maxReducedSide = 960;
/**
 * The minimum long side of a frame that is halved before it is shrunk, as a multiple of
 * `maxReducedSide`. Halving is fast, but a smaller frame would lose detail.
 */
const minHalvedFactor = 1.5;
/**
 * The maximum long side of a part in full size, in pixels. Larger parts are taken from the reduced
 * frame, because a code that fills them is still sharp there.
 */
const maxFullSide = 800;
/**
 * The maximum long side of a part in full size, as a multiple of the long side of its picture.
 * Larger parts are taken from the reduced frame, because they would be halved anyway.
 */
const maxFullFactor = 1.8;

/** Prepares a frame, whose transparency is ignored because frames of cameras are opaque. */
export function toLiveFrame(frame: Frame): LiveFrame {
  const { width, height } = frame;
  const isLarge =
    Math.max(width, height) > minHalvedFactor * maxReducedSide && Math.min(width, height) > 1;
  let reducedPlane: Plane | undefined;
  const reduced = () => {
    reducedPlane ??= shrink(isLarge ? toHalfGray(frame) : toGray(frame), maxReducedSide);
    return reducedPlane;
  };
  return {
    width,
    height,
    reduced,
    crop: (box, { maxSide, createStrips }) =>
      createPicture(() => {
        const part = isTakenFromReduced(box, maxSide)
          ? cropPlane(reduced(), box)
          : cropGray(frame, box);
        return shrink(part, maxSide);
      }, createStrips),
  };
}

/**
 * Returns whether a part of a frame is taken from the reduced frame if the long side of its picture
 * is at most `maxSide`.
 */
export function isTakenFromReduced(box: FrameSize, maxSide: number): boolean {
  const longSide = Math.max(box.width, box.height);
  return longSide > maxFullSide || longSide > maxFullFactor * maxSide;
}

/** Converts a part of a frame to gray like `toGray`. */
function cropGray({ data, width }: Frame, box: Box): Plane {
  const gray = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const start = (box.y + y) * width + box.x;
    const grayStart = y * box.width;
    convertRow(
      data.subarray(4 * start, 4 * (start + box.width)),
      gray.subarray(grayStart, grayStart + box.width),
    );
  }
  return { data: gray, width: box.width, height: box.height, scale: 1 };
}

/** Converts a row of pixels to gray with zxing-cpp's weights, which add up to 1024. */
function convertRow(rgba: Frame["data"], gray: Uint8Array): void {
  for (let column = 0, i = 0; column < gray.length; column++, i += 4) {
    gray[column] = (306 * rgba[i]! + 601 * rgba[i + 1]! + 117 * rgba[i + 2]! + 512) >> 10;
  }
}

/**
 * Converts a frame to gray in half its size: averages blocks of 2 x 2 pixels. It takes a quarter of
 * the time of `toGray` and `shrink`.
 */
function toHalfGray({ data, width, height }: Frame): Plane {
  const pixels = toPixels(data);
  const [columns, rows] = [width >> 1, height >> 1];
  const gray = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    const start = 2 * y * width;
    halveRows(
      pixels.subarray(start, start + width),
      pixels.subarray(start + width, start + 2 * width),
      gray.subarray(y * columns, (y + 1) * columns),
    );
  }
  return { data: gray, width: columns, height: rows, scale: 2 };
}

/** Averages two rows of pixels into one row of gray, with the weights of `convertRow`. */
function halveRows(upper: Uint32Array, lower: Uint32Array, gray: Uint8Array): void {
  for (let column = 0, i = 0; column < gray.length; column++, i += 2) {
    const a = upper[i]!;
    const b = upper[i + 1]!;
    const c = lower[i]!;
    const d = lower[i + 1]!;
    // Red is in the lowest byte and blue in the third, and four of each fit into 16 bits.
    const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
    const green = ((a >>> 8) & 0xff) + ((b >>> 8) & 0xff) + ((c >>> 8) & 0xff) + ((d >>> 8) & 0xff);
    gray[column] = (306 * (redBlue & 0xffff) + 601 * green + 117 * (redBlue >>> 16) + 2048) >> 12;
  }
}

/**
 * Returns each pixel of four bytes as a number. Red, the first byte, is in the lowest bits, because
 * every processor that runs JavaScript engines today is little-endian.
 */
function toPixels(data: Frame["data"]): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
