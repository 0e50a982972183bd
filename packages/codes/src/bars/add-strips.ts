import { averageRows, correlate } from "./rows.ts";
import {
  findShift,
  measureAgreement,
  type Span,
  shiftRow,
  toEdges,
  toSpan,
} from "./straighten-rows.ts";
import type { Strip } from "./strip.ts";

/** The straightened rows of one region of bars in successive frames, added up. */
export type StripSum = { count: number; rows: Float32Array[]; expectedLength: number };

/** The maximum movement of bars along the scan direction between two frames, in samples. */
const maxShift = 48;
/**
 * The minimum correlation of the edges of two frames that show the same bars. Other bars reach 0.6
 * where they fit best.
 */
const minCorrelation = 0.7;
/**
 * The maximum weight of earlier frames, in frames: with more, the mean would lag behind a camera
 * that comes nearer.
 */
const maxWeight = 7;

/**
 * Adds the rows of a strip to the rows of earlier frames, after moving them onto each other. Starts
 * a new sum if the strip shows other bars. Returns the sum and a strip with the mean rows, which
 * have less noise than those of a single frame.
 */
export function addStrip(sum: StripSum | undefined, strip: Strip): { sum: StripSum; mean: Strip } {
  const { rows } = strip.straight();
  const fresh = { count: 1, rows, expectedLength: strip.expectedLength };
  if (!sum || sum.rows[0]!.length !== rows[0]!.length) return { sum: fresh, mean: strip };
  const span = toSpan(rows[0]!.length);
  const reference = toEdges(averageRows(sum.rows));
  const edges = toEdges(averageRows(rows));
  const guess = findCoarseShift(reference, edges, span);
  const left = findShift(reference, edges, span.start, span.split, guess);
  const right = findShift(reference, edges, span.split, span.end, guess);
  const isSame =
    correlate(reference, shiftRow(edges, left, right, span), span.start, span.end) >=
    minCorrelation;
  if (!isSame) return { sum: fresh, mean: strip };
  const weight = Math.min(sum.count, maxWeight);
  const meanRows = rows.map((row, index) => {
    const earlier = sum.rows[index]!;
    return shiftRow(row, left, right, span).map(
      (value, i) => (earlier[i]! * weight + value) / (weight + 1),
    );
  });
  const agreement = measureAgreement(meanRows, span);
  const shift = (left + right) / 2;
  return {
    sum: { count: sum.count + 1, rows: meanRows, expectedLength: sum.expectedLength },
    mean: {
      ...strip,
      rows: meanRows,
      straight: () => ({ rows: meanRows, agreement }),
      toCorners: (start, end, part) => strip.toCorners(start + shift, end + shift, part),
    },
  };
}

function findCoarseShift(reference: Float32Array, edges: Float32Array, span: Span): number {
  let [bestShift, maxSum] = [0, Number.NEGATIVE_INFINITY];
  for (let shift = -maxShift; shift <= maxShift; shift++) {
    let sum = 0;
    for (
      let i = Math.max(span.start, -shift);
      i < Math.min(span.end, edges.length - shift);
      i += 2
    ) {
      sum += reference[i]! * edges[i + shift]!;
    }
    if (sum > maxSum) [bestShift, maxSum] = [shift, sum];
  }
  return bestShift;
}
