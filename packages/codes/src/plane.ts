import type { Frame } from "./readings/reading.ts";

/**
 * A grayscale picture with one byte per pixel, row by row. `scale` is the width of a pixel in
 * pixels of the frame.
 */
export type Plane = { data: Uint8Array; width: number; height: number; scale: number };

/**
 * Converts a frame to grayscale with zxing-cpp's weights. Transparent pixels are blended with
 * white.
 */
export function toGray({ data, width, height }: Frame): Plane {
  const gray = new Uint8Array(width * height);
  // Reading the four bytes of a pixel at once takes two thirds of the time.
  const pixels = toPixels(data);
  let opaque = 255;
  for (let i = 0; i < gray.length; i++) {
    const pixel = pixels[i]!;
    const red = pixel & 255;
    const green = (pixel >>> 8) & 255;
    const blue = (pixel >>> 16) & 255;
    gray[i] = (306 * red + 601 * green + 117 * blue + 512) >> 10;
    opaque &= pixel >>> 24;
  }
  if (opaque !== 255) {
    for (let i = 0; i < gray.length; i++) {
      gray[i] = 255 + ((gray[i]! - 255) * data[i * 4 + 3]!) / 255;
    }
  }
  return { data: gray, width, height, scale: 1 };
}

/**
 * Views the four bytes of each pixel as one number with red in the lowest byte: all current
 * platforms are little-endian.
 */
function toPixels(data: Frame["data"]): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : data.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2);
}

/**
 * Shrinks a plane by averaging areas, so that its long side is at most `maxSide` pixels. Never
 * enlarges it.
 */
export function shrink(plane: Plane, maxSide: number): Plane {
  const { width, height, scale } = plane;
  const factor = Math.max(width, height) / maxSide;
  if (factor <= 1) return plane;
  const columns = createTaps(width, Math.max(1, Math.round(width / factor)));
  const rows = createTaps(height, Math.max(1, Math.round(height / factor)));
  const output = new Uint8Array(columns.length * rows.length);
  const sums = new Int32Array(width + columns.count);
  for (let y = 0; y < rows.length; y++) {
    sumRows(plane, rows, y, sums);
    averageColumns(sums, columns, output, y * columns.length);
  }
  return { data: output, width: columns.length, height: rows.length, scale: scale * factor };
}

/**
 * The source pixels of each of `length` new pixels: `count` pixels from `first` on, with weights
 * that add up to 1024.
 */
type Taps = { length: number; count: number; first: Int32Array; weights: Int32Array };

function createTaps(size: number, length: number): Taps {
  const step = size / length;
  const count = Math.ceil(step) + 1;
  const first = new Int32Array(length);
  const weights = new Int32Array(length * count);
  for (let i = 0; i < length; i++) {
    const start = i * step;
    const end = Math.min(size, (i + 1) * step);
    first[i] = Math.floor(start);
    let remaining = 1024;
    for (let tapIndex = 0; tapIndex < count; tapIndex++) {
      const covered =
        Math.min(end, first[i]! + tapIndex + 1) - Math.max(start, first[i]! + tapIndex);
      const weight = Math.min(remaining, Math.round((Math.max(0, covered) / step) * 1024));
      weights[i * count + tapIndex] = weight;
      remaining -= weight;
    }
    weights[i * count]! += remaining;
  }
  return { length, count, first, weights };
}

/**
 * The number of taps when a picture keeps at least half its size. Without inner loops, they take
 * half the time.
 */
const unrolledTapCount = 3;

/** Sets `sums` to the weighted sums of the rows that make the new row `y`. */
function sumRows({ data, width }: Plane, rows: Taps, y: number, sums: Int32Array): void {
  const { count, first, weights } = rows;
  const start = first[y]! * width;
  if (count === unrolledTapCount) {
    const [a, b, c] = [weights[y * 3]!, weights[y * 3 + 1]!, weights[y * 3 + 2]!];
    // A row without weight may lie below the plane.
    const second = b > 0 ? start + width : start;
    if (c === 0) {
      for (let x = 0; x < width; x++) sums[x] = data[start + x]! * a + data[second + x]! * b;
      return;
    }
    const third = second + width;
    for (let x = 0; x < width; x++) {
      sums[x] = data[start + x]! * a + data[second + x]! * b + data[third + x]! * c;
    }
    return;
  }
  sums.fill(0);
  for (let tapIndex = 0; tapIndex < count; tapIndex++) {
    const weight = weights[y * count + tapIndex]!;
    const row = start + tapIndex * width;
    if (weight > 0) for (let x = 0; x < width; x++) sums[x]! += data[row + x]! * weight;
  }
}

/**
 * Writes a row of averages into `output` from `start` on. `sums` and the weights have 10 fractional
 * bits each. Drops 4 bits of the sums, so that the products fit into 31 bits.
 */
function averageColumns(sums: Int32Array, taps: Taps, output: Uint8Array, start: number): void {
  const { length, count, first, weights } = taps;
  if (count === unrolledTapCount) {
    for (let x = 0, k = 0; x < length; x++, k += 3) {
      const pixel = first[x]!;
      const sum =
        (sums[pixel]! >> 4) * weights[k]! +
        (sums[pixel + 1]! >> 4) * weights[k + 1]! +
        (sums[pixel + 2]! >> 4) * weights[k + 2]!;
      output[start + x] = (sum + (1 << 15)) >> 16;
    }
    return;
  }
  for (let x = 0, weightIndex = 0; x < length; x++) {
    const firstPixel = first[x]!;
    let sum = 1 << 15;
    for (let tapIndex = 0; tapIndex < count; tapIndex++, weightIndex++)
      sum += (sums[firstPixel + tapIndex]! >> 4) * weights[weightIndex]!;
    output[start + x] = sum >> 16;
  }
}

/**
 * Returns the part of a plane in a box, which is in pixels of the frame. It has at least one pixel.
 */
export function cropPlane(
  { data, width, height, scale }: Plane,
  box: { x: number; y: number; width: number; height: number },
): Plane {
  const left = Math.min(width - 1, Math.round(box.x / scale));
  const top = Math.min(height - 1, Math.round(box.y / scale));
  const columns = Math.max(1, Math.min(width - left, Math.round(box.width / scale)));
  const rows = Math.max(1, Math.min(height - top, Math.round(box.height / scale)));
  const part = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y++) {
    const start = (top + y) * width + left;
    part.set(data.subarray(start, start + columns), y * columns);
  }
  return { data: part, width: columns, height: rows, scale };
}

/**
 * Returns the brightness of a plane at a point, interpolated between the centers of the four
 * nearest pixels, from 0 to 255. (0, 0) is the center of the top left pixel. Outside, it is the
 * brightness of the nearest edge.
 */
export function interpolate({ data, width, height }: Plane, x: number, y: number): number {
  const insideX = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const insideY = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const column = insideX | 0;
  const row = insideY | 0;
  const right = insideX - column;
  const index = row * width + column;
  const upper = data[index]! + (data[index + 1]! - data[index]!) * right;
  const lower = data[index + width]! + (data[index + width + 1]! - data[index + width]!) * right;
  return upper + (lower - upper) * (insideY - row);
}

/** Doubles width and height by bilinear interpolation. */
export function enlarge(plane: Plane): Plane {
  const { data, width, height } = plane;
  const output = new Uint8Array(width * height * 4);
  for (let y = 0; y < height * 2; y++) {
    // Every new pixel is 3/4 of its source pixel and 1/4 of the neighbor on its side.
    const nearRow = (y >> 1) * width;
    const farRow = Math.min(height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * width;
    for (let x = 0; x < width; x++) {
      const nearSum = 3 * data[nearRow + x]! + data[farRow + x]!;
      const left = x === 0 ? nearSum : 3 * data[nearRow + x - 1]! + data[farRow + x - 1]!;
      const right = x === width - 1 ? nearSum : 3 * data[nearRow + x + 1]! + data[farRow + x + 1]!;
      output[y * width * 2 + 2 * x] = (3 * nearSum + left + 8) >> 4;
      output[y * width * 2 + 2 * x + 1] = (3 * nearSum + right + 8) >> 4;
    }
  }
  return { data: output, width: width * 2, height: height * 2, scale: plane.scale / 2 };
}

/**
 * Averages each pixel with its neighbors up to `radius` away, which removes noise and print dots.
 * The edge pixels are repeated beyond the edges.
 */
export function soften(plane: Plane, radius: number): Plane {
  const { data, width, height } = plane;
  // A product and a shift are quicker than a division. They are exact for radii of up to 31.
  const factor = Math.ceil(2 ** 20 / (2 * radius + 1));
  const across = new Uint8Array(data.length);
  for (let start = 0; start < data.length; start += width) {
    const last = start + width - 1;
    let sum = data[start]! * (radius + 1);
    for (let i = start + 1; i <= start + radius; i++) sum += data[i < last ? i : last]!;
    for (let i = start; i <= last; i++) {
      across[i] = (sum * factor) >> 20;
      const entering = i + radius + 1;
      const leaving = i - radius;
      sum += data[entering < last ? entering : last]! - data[leaving > start ? leaving : start]!;
    }
  }
  const output = new Uint8Array(data.length);
  const sums = new Int32Array(width);
  const addRow = (y: number, sign: number) => {
    const start = Math.min(height - 1, Math.max(0, y)) * width;
    for (let x = 0; x < width; x++) sums[x]! += sign * across[start + x]!;
  };
  for (let y = -radius; y <= radius; y++) addRow(y, 1);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) output[i] = (sums[x]! * factor) >> 20;
    addRow(y + radius + 1, 1);
    addRow(y - radius, -1);
  }
  return { ...plane, data: output };
}

/**
 * Sharpens a blurred plane with an unsharp mask: amplifies differences from the surroundings within
 * `radius`.
 */
export function sharpen(plane: Plane, radius: number, strength: number): Plane {
  const surroundings = soften(soften(plane, radius), radius).data;
  const output = new Uint8ClampedArray(plane.data.length);
  for (let i = 0; i < output.length; i++) {
    const value = plane.data[i]!;
    output[i] = value + strength * (value - surroundings[i]!);
  }
  return { ...plane, data: new Uint8Array(output.buffer) };
}
