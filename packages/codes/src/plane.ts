import type { Frame } from "./reading.ts";

/** One byte of brightness a pixel, row by row; `scale` pixels of the frame make one of the plane. */
export type Plane = { data: Uint8Array; width: number; height: number; scale: number };

/** Brightness as zxing-cpp weighs it. See-through pixels lie on white, as they are shown. */
export function toGray({ data, width, height }: Frame): Plane {
  const gray = new Uint8Array(width * height);
  for (let i = 0, j = 0; i < gray.length; i++, j += 4) {
    const y = (306 * data[j]! + 601 * data[j + 1]! + 117 * data[j + 2]! + 512) >> 10;
    const alpha = data[j + 3]!;
    gray[i] = alpha === 255 ? y : 255 + ((y - 255) * alpha) / 255;
  }
  return { data: gray, width, height, scale: 1 };
}

/** The plane made smaller by averaging, so that its long side is at most `side`. Never makes it larger. */
export function shrink(plane: Plane, side: number): Plane {
  const { data, width, height } = plane;
  const factor = Math.max(width, height) / side;
  if (factor <= 1) return plane;
  const columns = cut(width, Math.max(1, Math.round(width / factor)));
  const rows = cut(height, Math.max(1, Math.round(height / factor)));
  const out = new Uint8Array(columns.length * rows.length);
  const sums = new Float32Array(width);
  for (let y = 0; y < rows.length; y++) {
    addRows(data, width, rows.span(y), sums);
    averageColumns(sums, columns, out, y * columns.length);
  }
  return { data: out, width: columns.length, height: rows.length, scale: plane.scale * factor };
}

/** Cuts a side of `size` pixels into `length` equal spans with fractional ends. */
function cut(size: number, length: number) {
  const step = size / length;
  const first = new Int32Array(length);
  const last = new Int32Array(length);
  const firstWeight = new Float32Array(length);
  const lastWeight = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const end = Math.min(size, (i + 1) * step);
    first[i] = Math.min(size - 1, Math.floor(i * step));
    last[i] = Math.max(first[i]!, Math.min(size - 1, Math.ceil(end) - 1));
    firstWeight[i] = (first[i] === last[i] ? end : first[i]! + 1) - i * step;
    lastWeight[i] = first[i] === last[i] ? 0 : end - last[i]!;
  }
  const span = (i: number): Span => [first[i]!, last[i]!, firstWeight[i]!, lastWeight[i]!, step];
  return { length, step, first, last, firstWeight, lastWeight, span };
}

type Span = [first: number, last: number, firstWeight: number, lastWeight: number, step: number];

function addRows(data: Uint8Array, width: number, span: Span, sums: Float32Array): void {
  const [first, last, firstWeight, lastWeight, step] = span;
  for (let y = first; y <= last; y++) {
    const weight = (y === first ? firstWeight : y === last ? lastWeight : 1) / step;
    const row = y * width;
    if (y === first) for (let x = 0; x < width; x++) sums[x] = data[row + x]! * weight;
    else for (let x = 0; x < width; x++) sums[x]! += data[row + x]! * weight;
  }
}

function averageColumns(
  sums: Float32Array,
  { length, step, first, last, firstWeight, lastWeight }: ReturnType<typeof cut>,
  out: Uint8Array,
  start: number,
): void {
  for (let x = 0; x < length; x++) {
    const end = last[x]!;
    let sum = sums[first[x]!]! * firstWeight[x]! + sums[end]! * lastWeight[x]!;
    for (let k = first[x]! + 1; k < end; k++) sum += sums[k]!;
    out[start + x] = sum / step + 0.5;
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
