import type { Frame } from "./reading.ts";

/** One byte of brightness a pixel, row by row; `scale` pixels of the frame make one of the plane. */
export type Plane = { data: Uint8Array; width: number; height: number; scale: number };

/** Brightness as zxing-cpp weighs it. See-through pixels lie on white, as they are shown. */
export function toGray({ data, width, height }: Frame): Plane {
  const gray = new Uint8Array(width * height);
  let opaque = 255;
  for (let i = 0, j = 0; i < gray.length; i++, j += 4) {
    gray[i] = (306 * data[j]! + 601 * data[j + 1]! + 117 * data[j + 2]! + 512) >> 10;
    opaque &= data[j + 3]!;
  }
  if (opaque !== 255) {
    for (let i = 0; i < gray.length; i++) {
      gray[i] = 255 + ((gray[i]! - 255) * data[i * 4 + 3]!) / 255;
    }
  }
  return { data: gray, width, height, scale: 1 };
}

/** The plane made smaller by averaging areas, so that its long side is at most `side`. Never makes it larger. */
export function shrink(plane: Plane, side: number): Plane {
  const { data, width, height, scale } = plane;
  const factor = Math.max(width, height) / side;
  if (factor <= 1) return plane;
  const columns = toTaps(width, Math.max(1, Math.round(width / factor)));
  const rows = toTaps(height, Math.max(1, Math.round(height / factor)));
  const out = new Uint8Array(columns.length * rows.length);
  const sums = new Int32Array(width + columns.count);
  for (let y = 0; y < rows.length; y++) {
    sums.fill(0);
    for (let k = 0; k < rows.count; k++) {
      const weight = rows.weights[y * rows.count + k]!;
      const row = (rows.first[y]! + k) * width;
      if (weight > 0) for (let x = 0; x < width; x++) sums[x]! += data[row + x]! * weight;
    }
    averageColumns(sums, columns, out, y * columns.length);
  }
  return { data: out, width: columns.length, height: rows.length, scale: scale * factor };
}

/** Which pixels of a side of `size` make each of `length` new ones: `count` from `first` on, by weights of 1024. */
type Taps = { length: number; count: number; first: Int32Array; weights: Int32Array };

function toTaps(size: number, length: number): Taps {
  const step = size / length;
  const count = Math.ceil(step) + 1;
  const first = new Int32Array(length);
  const weights = new Int32Array(length * count);
  for (let i = 0; i < length; i++) {
    const [start, end] = [i * step, Math.min(size, (i + 1) * step)];
    first[i] = Math.floor(start);
    let left = 1024;
    for (let k = 0; k < count; k++) {
      const covered = Math.min(end, first[i]! + k + 1) - Math.max(start, first[i]! + k);
      const weight = Math.min(left, Math.round((Math.max(0, covered) / step) * 1024));
      weights[i * count + k] = weight;
      left -= weight;
    }
    weights[i * count]! += left;
  }
  return { length, count, first, weights };
}

/** `sums` holds 10 bits of fraction and so do the weights: 4 bits are let go so that 31 are enough. */
function averageColumns(sums: Int32Array, taps: Taps, out: Uint8Array, start: number): void {
  const { length, count, first, weights } = taps;
  for (let x = 0, w = 0; x < length; x++) {
    const from = first[x]!;
    let sum = 1 << 15;
    for (let k = 0; k < count; k++, w++) sum += (sums[from + k]! >> 4) * weights[w]!;
    out[start + x] = sum >> 16;
  }
}

/** Twice as wide and high, bilinear. */
export function enlarge(plane: Plane): Plane {
  const { data, width, height } = plane;
  const out = new Uint8Array(width * height * 4);
  for (let y = 0; y < height * 2; y++) {
    // Every new pixel is 3/4 of its own old one and 1/4 of the neighbour on its side.
    const near = (y >> 1) * width;
    const far = Math.min(height - 1, Math.max(0, (y >> 1) + (y & 1 ? 1 : -1))) * width;
    for (let x = 0; x < width; x++) {
      const here = 3 * data[near + x]! + data[far + x]!;
      const left = x === 0 ? here : 3 * data[near + x - 1]! + data[far + x - 1]!;
      const right = x === width - 1 ? here : 3 * data[near + x + 1]! + data[far + x + 1]!;
      out[y * width * 2 + 2 * x] = (3 * here + left + 8) >> 4;
      out[y * width * 2 + 2 * x + 1] = (3 * here + right + 8) >> 4;
    }
  }
  return { data: out, width: width * 2, height: height * 2, scale: plane.scale / 2 };
}

/** Averages each pixel with its neighbours up to `radius` away: takes noise and print dots off. */
export function soften(plane: Plane, radius: number): Plane {
  const { data, width, height } = plane;
  const across = new Uint8Array(data.length);
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) average(data, across, y * width, 1, width, radius);
  for (let x = 0; x < width; x++) average(across, out, x, width, height, radius);
  return { ...plane, data: out };
}

/** A running mean along one row or column; the last pixel repeats beyond the edge. */
function average(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  const end = start + (length - 1) * step;
  const at = (i: number) => from[Math.min(end, Math.max(start, start + i * step))]!;
  const size = 2 * radius + 1;
  let sum = 0;
  for (let i = -radius; i <= radius; i++) sum += at(i);
  for (let i = 0; i < length; i++) {
    to[start + i * step] = sum / size;
    sum += at(i + radius + 1) - at(i - radius);
  }
}

/** Unsharp mask: raises what differs from its surroundings within `radius`, against blur. */
export function sharpen(plane: Plane, radius: number, strength: number): Plane {
  const around = soften(soften(plane, radius), radius).data;
  const out = new Uint8ClampedArray(plane.data.length);
  for (let i = 0; i < out.length; i++) {
    const value = plane.data[i]!;
    out[i] = value + strength * (value - around[i]!);
  }
  return { ...plane, data: new Uint8Array(out.buffer) };
}
