import type { Curl } from "./geometry/curl.ts";
import { evaluateCurve } from "./geometry/curve.ts";
import { findHomography } from "./geometry/homography.ts";
import { frameQuad } from "./geometry/polygon.ts";
import type { Picture } from "./picture.ts";
import type { Point, Quad } from "./quad.ts";

/**
 * Returns the page inside the outline as a picture of this size, without its perspective and its
 * curl. Parts of the outline outside the picture repeat its edge. Returns undefined if three
 * corners lie on a line. Where the page shrinks, each pixel is the mean of a raster of samples, so
 * that thin strokes stay whole; at most `maxSamples` to a side.
 */
export function rectify(
  picture: Picture,
  outline: Quad | Curl,
  size: { width: number; height: number },
  maxSamples = 8,
): Picture | undefined {
  const { width, height } = size;
  const curl = "bent" in outline ? outline : undefined;
  const quad = "bent" in outline ? outline.corners : outline;
  const map = findHomography(frameQuad(size), quad);
  if (!map) return undefined;
  const [a, b, c, d, e, f, g, h, i] = map as number[] & { length: 9 };
  const data = new Uint8ClampedArray(width * height * 4);
  const columns = Math.min(maxSamples, countSamples(longerOf(quad, 0, 2) / width));
  const rows = Math.min(maxSamples, countSamples(longerOf(quad, 1, 3) / height));
  const across = locateSides(height * rows, width, curl?.bent === "left and right" && curl);
  const down = locateSides(width * columns, height, curl?.bent === "top and bottom" && curl);
  const { start: startsY, scale: scalesY } = down;
  const share = 1 / (columns * rows);
  const sum = new Float64Array(3);
  for (let y = 0, pixel = 0; y < height; y++) {
    for (let x = 0; x < width; x++, pixel += 4) {
      sum.fill(0);
      for (let row = 0; row < rows; row++) {
        const position = y + (row + 0.5) / rows;
        const startX = across.start[y * rows + row]!;
        const scaleX = across.scale[y * rows + row]!;
        for (let column = 0, sample = x * columns; column < columns; column++, sample++) {
          const u = startX + scaleX * (x + (column + 0.5) / columns);
          const v = startsY[sample]! + scalesY[sample]! * position;
          const w = g! * u + h! * v + i!;
          addSample(picture, (a! * u + b! * v + c!) / w, (d! * u + e! * v + f!) / w, sum);
        }
      }
      data[pixel] = sum[0]! * share;
      data[pixel + 1] = sum[1]! * share;
      data[pixel + 2] = sum[2]! * share;
      data[pixel + 3] = 255;
    }
  }
  return { width, height, data };
}

/**
 * Returns, for each of `count` samples along two curved sides, the position of the first side in
 * pixels (`start`), and the distance of the second side from it as a part of `extent` (`scale`): 0
 * and 1 for straight sides.
 */
function locateSides(count: number, extent: number, curl: Curl | false | undefined) {
  const start = new Float64Array(count);
  const scale = new Float64Array(count).fill(1);
  if (!curl) return { start, scale };
  for (let index = 0; index < count; index++) {
    const along = (index + 0.5) / count;
    const [from, to] = [evaluateCurve(curl.curves[0], along), evaluateCurve(curl.curves[1], along)];
    start[index] = from * extent;
    scale[index] = to - from;
  }
  return { start, scale };
}

/** Returns the length of the longer of two sides, which begin at these corners, in pixels. */
function longerOf(quad: Quad, first: number, second: number): number {
  const length = (from: number) => distance(quad[from]!, quad[(from + 1) % 4]!);
  return Math.max(length(first), length(second));
}

function distance(from: Point, to: Point): number {
  return Math.hypot(to.x - from.x, to.y - from.y);
}

/** The factor by which a page may shrink without a further sample for each pixel. */
const shrinkTolerance = 0.2;

/**
 * Returns the number of samples along a side of a pixel, by the factor by which the page shrinks.
 */
function countSamples(shrinking: number): number {
  return Math.max(1, Math.ceil(shrinking - shrinkTolerance));
}

/** Adds red, green and blue at a point to `sum`, interpolated between the four nearest pixels. */
function addSample({ width, height, data }: Picture, x: number, y: number, sum: Float64Array) {
  const left = Math.min(Math.max(x - 0.5, 0), width - 1);
  const top = Math.min(Math.max(y - 0.5, 0), height - 1);
  const column = Math.floor(left);
  const row = Math.floor(top);
  const right = left - column;
  const bottom = top - row;
  const topLeft = (1 - right) * (1 - bottom);
  const topRight = right * (1 - bottom);
  const bottomLeft = (1 - right) * bottom;
  const bottomRight = right * bottom;
  const a = (row * width + column) * 4;
  const b = column + 1 < width ? a + 4 : a;
  const down = row + 1 < height ? width * 4 : 0;
  const c = a + down;
  const d = b + down;
  // Three lines instead of a loop: most of the time of a document is spent here.
  sum[0]! +=
    data[a]! * topLeft + data[b]! * topRight + data[c]! * bottomLeft + data[d]! * bottomRight;
  sum[1]! +=
    data[a + 1]! * topLeft +
    data[b + 1]! * topRight +
    data[c + 1]! * bottomLeft +
    data[d + 1]! * bottomRight;
  sum[2]! +=
    data[a + 2]! * topLeft +
    data[b + 2]! * topRight +
    data[c + 2]! * bottomLeft +
    data[d + 2]! * bottomRight;
}
