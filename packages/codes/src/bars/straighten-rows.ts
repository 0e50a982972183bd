import { averageRows, correlate } from "./rows.ts";

/** Rows whose bars are upright. `agreement` is the correlation of each row with the middle ones. */
export type StraightRows = { rows: Float32Array[]; agreement: number[] };

/**
 * The range of a row that is compared, as parts of its length: rows reach beyond their bars.
 */
const [comparedStart, comparedEnd] = [0.14, 0.86];
/** The maximum number of rounds of measuring shifts. */
const maxRounds = 3;
/** The shift in samples below which no further round is needed. */
const smallShift = 0.25;
/** The maximum change of a shift from one row to the next, in samples. */
const maxShiftChange = 4;
/** The weight of the sum of earlier rows against the next row. */
const earlierWeight = 0.6;
/** The number of rounds of a robust fit of shifts. */
const fitRounds = 3;
/** The residual of a shift that is noise, in samples. */
const shiftNoise = 0.3;
/** The number of rows on each side of the middle row that all rows are compared with. */
const middleReach = 2;

/**
 * Shifts rows until their bars are upright, which removes perspective, remaining slant and gentle
 * bends. Measures how far each row is shifted against the rows nearer to the middle, in its left
 * and its right half, and smooths these shifts over the rows. Several rounds are necessary: the
 * pixel grid and JPEG blocks pull measured shifts toward zero.
 */
export function straightenRows(rows: readonly Float32Array[]): StraightRows {
  const sampleCount = rows[0]!.length;
  const span = toSpan(sampleCount);
  const middle = rows.length >> 1;
  let shifts: Shifts = {
    left: new Float64Array(rows.length),
    right: new Float64Array(rows.length),
  };
  let straightRows = [...rows];
  for (let round = 0; round < maxRounds; round++) {
    const remaining = measureShifts(straightRows.map(toEdges), middle, span);
    shifts = {
      left: smoothShifts(add(shifts.left, remaining.left), middle),
      right: smoothShifts(add(shifts.right, remaining.right), middle),
    };
    straightRows = rows.map((row, index) =>
      index === middle ? row : shiftRow(row, shifts.left[index]!, shifts.right[index]!, span),
    );
    if (findLargest(remaining.left, remaining.right) < smallShift) break;
  }
  return { rows: straightRows, agreement: measureAgreement(straightRows, span) };
}

/** Returns the correlation of each row with the mean of the middle rows. */
export function measureAgreement(rows: readonly Float32Array[], span: Span): number[] {
  const middle = rows.length >> 1;
  const first = Math.max(0, middle - middleReach);
  const middleRow = averageRows(rows.slice(first, middle + middleReach + 1));
  return rows.map((row) => correlate(row, middleRow, span.start, span.end));
}

/** The samples of a row that are compared: their two halves, and the centers of these. */
export type Span = {
  start: number;
  split: number;
  end: number;
  leftCenter: number;
  rightCenter: number;
};
/** How far the left and the right half of each row are shifted, in samples. */
type Shifts = { left: Float64Array; right: Float64Array };

/** Returns the span of rows of `sampleCount` samples. */
export function toSpan(sampleCount: number): Span {
  const start = Math.floor(sampleCount * comparedStart);
  const end = Math.ceil(sampleCount * comparedEnd);
  const split = (start + end) >> 1;
  return { start, split, end, leftCenter: (start + split) / 2, rightCenter: (split + end) / 2 };
}

/** Measures the shift of each row against the rows nearer to the middle. */
function measureShifts(edges: Float32Array[], middle: number, span: Span): Shifts {
  const left = new Float64Array(edges.length);
  const right = new Float64Array(edges.length);
  for (const direction of [-1, 1]) {
    const reference = Float32Array.from(edges[middle]!);
    for (let r = middle + direction; r >= 0 && r < edges.length; r += direction) {
      const row = edges[r]!;
      const [leftGuess, rightGuess] = [left[r - direction]!, right[r - direction]!];
      left[r] = findShift(reference, row, span.start, span.split, Math.round(leftGuess));
      right[r] = findShift(reference, row, span.split, span.end, Math.round(rightGuess));
      const shifted = shiftRow(row, left[r]!, right[r]!, span);
      for (let i = 0; i < reference.length; i++)
        reference[i] = reference[i]! * earlierWeight + shifted[i]!;
    }
  }
  return { left, right };
}

/**
 * Resamples a row so that its two halves move by `left` and `right` samples, linearly in between
 * and beyond.
 */
export function shiftRow(row: Float32Array, left: number, right: number, span: Span): Float32Array {
  const shifted = new Float32Array(row.length);
  const slope = (right - left) / (span.rightCenter - span.leftCenter);
  const last = row.length - 1.001;
  for (let i = 0; i < row.length; i++) {
    const x = Math.min(last, Math.max(0, i + left + slope * (i - span.leftCenter)));
    const k = x | 0;
    shifted[i] = row[k]! + (row[k + 1]! - row[k]!) * (x - k);
  }
  return shifted;
}

/** Returns the slope of a row at each sample, over seven samples against noise. */
export function toEdges(row: Float32Array): Float32Array {
  const edges = new Float32Array(row.length);
  for (let i = 3; i < row.length - 3; i++) {
    edges[i] = row[i + 1]! + row[i + 2]! + row[i + 3]! - row[i - 1]! - row[i - 2]! - row[i - 3]!;
  }
  return edges;
}

/**
 * Finds the shift with the greatest correlation within four samples of `guess`, to a fraction of a
 * sample.
 */
export function findShift(
  reference: Float32Array,
  row: Float32Array,
  start: number,
  end: number,
  guess: number,
): number {
  const sums: number[] = [];
  for (let shift = guess - maxShiftChange; shift <= guess + maxShiftChange; shift++) {
    let sum = 0;
    for (let i = Math.max(start, -shift); i < Math.min(end, row.length - shift); i += 2)
      sum += reference[i]! * row[i + shift]!;
    sums.push(sum);
  }
  const best = sums.indexOf(Math.max(...sums));
  const [before, peak, after] = [sums[best - 1], sums[best]!, sums[best + 1]];
  if (before === undefined || after === undefined) return guess - maxShiftChange + best;
  const curvature = before - 2 * peak + after;
  return guess - maxShiftChange + best + (curvature < 0 ? (0.5 * (before - after)) / curvature : 0);
}

/**
 * Fits a parabola through 0 at `middle` to the shifts of all rows. Outliers count less in each
 * round.
 */
function smoothShifts(shifts: Float64Array, middle: number): Float64Array {
  let weights = new Float64Array(shifts.length).fill(1);
  let [linear, square] = [0, 0];
  for (let round = 0; round < fitRounds; round++) {
    let [x2, x3, x4, xy, x2y] = [0, 0, 0, 0, 0];
    shifts.forEach((shift, index) => {
      const x = index - middle;
      const weight = weights[index]!;
      x2 += weight * x * x;
      x3 += weight * x ** 3;
      x4 += weight * x ** 4;
      xy += weight * x * shift;
      x2y += weight * x * x * shift;
    });
    const determinant = x2 * x4 - x3 * x3;
    if (Math.abs(determinant) < 1e-6) return shifts;
    linear = (xy * x4 - x2y * x3) / determinant;
    square = (x2 * x2y - x3 * xy) / determinant;
    const residuals = shifts.map((shift, index) =>
      Math.abs(shift - linear * (index - middle) - square * (index - middle) ** 2),
    );
    const median = residuals.toSorted()[residuals.length >> 1]!;
    weights = residuals.map((residual) => 1 / (1 + (residual / (2 * median + shiftNoise)) ** 2));
  }
  return shifts.map((_, index) => linear * (index - middle) + square * (index - middle) ** 2);
}

function add(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + b[i]!);
}

function findLargest(...arrays: Float64Array[]): number {
  return Math.max(...arrays.flatMap((values) => [...values.map(Math.abs)]));
}
