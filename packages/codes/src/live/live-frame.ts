import type { Strip } from "../bars/strip.ts";
import type { Box } from "../geometry/box.ts";
import { createPicture, type Picture } from "../picture.ts";
import { cropPlane, type Plane, shrink, toGray } from "../plane.ts";
import type { Frame } from "../readings/reading.ts";

/** A frame of a live camera. Only parts of it are converted to gray in full size. */
export type LiveFrame = {
  width: number;
  height: number;
  /** The whole frame with a long side of at most 960 pixels, created on first use. */
  reduced(): Plane;
  /**
   * Returns a part of the frame as a picture of its own, whose long side is at most `side` and
   * whose readings have corners relative to the part. `createStrips` returns its regions of bars,
   * if they are known.
   */
  crop(box: Box, options: { side: number; createStrips?: (plane: Plane) => Strip[] }): Picture;
};

/** The maximum long side of the reduced frame, in pixels. */
const reducedSide = 960;
/**
 * The minimum long side of a frame that is halved with little work before it is shrunk, as a
 * multiple of `reducedSide`. A smaller frame would lose detail.
 */
const minHalvedFactor = 1.5;
/**
 * The maximum long side of a part in full size, in pixels. Larger parts are taken from the reduced
 * frame: a code that fills them is still sharp there.
 */
const maxFullSide = 800;
/**
 * The maximum long side of a part in full size, as a multiple of that of its picture. Larger parts
 * are taken from the reduced frame, as they would be halved anyway.
 */
const maxFullFactor = 1.8;

/** Prepares a frame. It is opaque, as all frames of cameras are. */
export function toLiveFrame(frame: Frame): LiveFrame {
  const { width, height } = frame;
  const isLarge =
    Math.max(width, height) > minHalvedFactor * reducedSide && Math.min(width, height) > 1;
  let reducedPlane: Plane | undefined;
  const reduced = () => {
    reducedPlane ??= shrink(isLarge ? toHalfGray(frame) : toGray(frame), reducedSide);
    return reducedPlane;
  };
  return {
    width,
    height,
    reduced,
    crop: (box, { side, createStrips }) =>
      createPicture(() => {
        const part = isReduced(box, side) ? cropPlane(reduced(), box) : cropGray(frame, box);
        return shrink(part, side);
      }, createStrips),
  };
}

/** Whether a picture of this long side of a part of a frame is taken from the reduced frame. */
export function isReduced(box: { width: number; height: number }, side: number): boolean {
  const longSide = Math.max(box.width, box.height);
  return longSide > maxFullSide || longSide > maxFullFactor * side;
}

/** Converts a part of a frame to gray like `toGray`. */
function cropGray({ data, width }: Frame, box: Box): Plane {
  const gray = new Uint8Array(box.width * box.height);
  for (let y = 0; y < box.height; y++) {
    const start = ((box.y + y) * width + box.x) * 4;
    convertRow(data, start, gray, y * box.width, box.width);
  }
  return { data: gray, width: box.width, height: box.height, scale: 1 };
}

function convertRow(
  data: Frame["data"],
  start: number,
  gray: Uint8Array,
  first: number,
  count: number,
): void {
  for (let k = first, i = start; k < first + count; k++, i += 4) {
    gray[k] = (306 * data[i]! + 601 * data[i + 1]! + 117 * data[i + 2]! + 512) >> 10;
  }
}

/**
 * Averages four pixels each and converts them to gray with zxing-cpp's weights, in a quarter of the
 * time of `toGray` and `shrink`.
 */
function toHalfGray({ data, width, height }: Frame): Plane {
  const pixels = toPixels(data);
  const [columns, rows] = [width >> 1, height >> 1];
  const gray = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    halveRows(pixels, 2 * y * width, width, gray, y * columns, columns);
  }
  return { data: gray, width: columns, height: rows, scale: 2 };
}

/** Halves the row of pixels at `start` and the one below it. */
function halveRows(
  pixels: Uint32Array,
  start: number,
  width: number,
  gray: Uint8Array,
  first: number,
  count: number,
): void {
  for (let k = first, i = start; k < first + count; k++, i += 2) {
    const a = pixels[i]!;
    const b = pixels[i + 1]!;
    const c = pixels[i + width]!;
    const d = pixels[i + width + 1]!;
    // Red is in the lowest byte and blue in the third, and four of each fit into 16 bits.
    const redBlue = (a & 0xff00ff) + (b & 0xff00ff) + (c & 0xff00ff) + (d & 0xff00ff);
    const green = ((a >>> 8) & 0xff) + ((b >>> 8) & 0xff) + ((c >>> 8) & 0xff) + ((d >>> 8) & 0xff);
    gray[k] = (306 * (redBlue & 0xffff) + 601 * green + 117 * (redBlue >>> 16) + 2048) >> 12;
  }
}

/**
 * Returns four bytes as a number, the first one in the lowest bits, as on every processor that runs
 * JavaScript engines today.
 */
function toPixels(data: Frame["data"]): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}
