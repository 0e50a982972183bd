import type { Strip } from "../bars/strip.ts";
import { createPicture, type Picture } from "../picture.ts";
import { cropPlane, type Plane, shrink, toGray } from "../plane.ts";
import type { Frame } from "../reading.ts";

/** A rectangle in pixels of the frame, with whole numbers. */
export type Box = { x: number; y: number; width: number; height: number };

/** A frame of a live camera. Only parts of it are converted to gray in full size. */
export type LiveFrame = {
  width: number;
  height: number;
  /** The whole frame, its long side at most 960. It is created on first use. */
  reduced(): Plane;
  /** Returns a part of the frame as a picture of its own, whose long side is at most `side` and whose readings have corners relative
   * to the part. `createStrips` returns its regions of bars, if they are known. */
  crop(box: Box, options: { side: number; createStrips?: (plane: Plane) => Strip[] }): Picture;
};

const reducedSide = 960;
/** Larger parts are taken from the reduced frame: a code that fills them is still sharp. */
const fullSide = 800;
/** So are parts that are this many times as long as their picture will be: they would be halved anyway. */
const reducedPart = 1.8;

/** Prepares a frame. It is opaque, as all frames of cameras are. */
export function toLiveFrame(frame: Frame): LiveFrame {
  const { width, height } = frame;
  const isLarge = Math.max(width, height) > 1.5 * reducedSide && Math.min(width, height) > 1;
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
        const longSide = Math.max(box.width, box.height);
        const isFromReduced = longSide > fullSide || longSide > reducedPart * side;
        const part = isFromReduced ? cropPlane(reduced(), box) : toGray(cropFrame(frame, box));
        return shrink(part, side);
      }, createStrips),
  };
}

function cropFrame({ data, width }: Frame, box: Box): Frame {
  const pixels = new Uint8ClampedArray(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const start = ((box.y + y) * width + box.x) * 4;
    pixels.set(data.subarray(start, start + box.width * 4), y * box.width * 4);
  }
  return { data: pixels, width: box.width, height: box.height };
}

/** Averages four pixels each and converts them to gray with zxing-cpp's weights, in half the time of `toGray` and `shrink`. */
function toHalfGray({ data, width, height }: Frame): Plane {
  const [columns, rows] = [width >> 1, height >> 1];
  const gray = new Uint8Array(columns * rows);
  for (let y = 0, k = 0; y < rows; y++) {
    for (let x = 0, i = 2 * y * width * 4; x < columns; x++, k++, i += 8) {
      const j = i + width * 4;
      gray[k] =
        (306 * (data[i]! + data[i + 4]! + data[j]! + data[j + 4]!) +
          601 * (data[i + 1]! + data[i + 5]! + data[j + 1]! + data[j + 5]!) +
          117 * (data[i + 2]! + data[i + 6]! + data[j + 2]! + data[j + 6]!) +
          2048) >>
        12;
    }
  }
  return { data: gray, width: columns, height: rows, scale: 2 };
}
