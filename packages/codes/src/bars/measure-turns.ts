import { type Plane, soften } from "../plane.ts";

/** The number of bins of a histogram of directions, over a quarter or a half turn. */
export const binCount = 180;
const quarterTurn = Math.PI / 2;
/** The minimum gradient, in gray levels per two pixels. Weaker ones are noise. */
export const minGradient = 12;
/** The minimum height of a peak of the histogram, in multiples of the mean of all bins. */
const minPeakFactor = 2;
/** The minimum height of a further peak, as a part of the highest peak. */
const minPeakPart = 0.4;
/** The maximum angle of the second axis to a right angle with the first, in bins of a degree. */
const maxSlant = 35;

/**
 * Measures the angles between the edges in a plane and its axes, by which codes, labels and print
 * are turned. Returns at most `maxCount` angles in radians from -π/4 to π/4, the most frequent
 * first, and none for a plane without clear edges.
 */
export function measureTurns(plane: Plane, maxCount: number): number[] {
  // Smoothing makes gradients of sharp edges independent of the pixel grid.
  const histogram = smooth(sumByDirection(soften(soften(plane, 1), 1), quarterTurn));
  const mean = histogram.reduce((sum, value) => sum + value, 0) / binCount;
  const peaks = Array.from(histogram.keys())
    .filter(
      (bin) =>
        histogram[bin]! > minPeakFactor * mean &&
        histogram[bin]! >= histogram[wrap(bin - 1)]! &&
        histogram[bin]! > histogram[wrap(bin + 1)]!,
    )
    .sort((a, b) => histogram[b]! - histogram[a]!);
  const strongest = histogram[peaks[0] ?? 0]!;
  return peaks
    .filter((bin) => histogram[bin]! >= strongest * minPeakPart)
    .slice(0, maxCount)
    .map((bin) => toTurn(bin + refinePeak(histogram, bin)));
}

/**
 * Measures the two directions across most edges of a plane, in radians from 0 to π: the most
 * frequent one, and the most frequent one that is nearly perpendicular to it. A code seen from the
 * side has no right angles.
 */
export function measureAxes(plane: Plane): [first: number, second: number] {
  return findAxes(sumByDirection(soften(soften(plane, 1), 1), Math.PI));
}

/**
 * Finds the two directions across most edges in a histogram of the strengths of gradients, by
 * `toBin` within half a turn.
 */
export function findAxes(strengths: Float64Array): [first: number, second: number] {
  const histogram = smooth(strengths);
  const first = histogram.indexOf(Math.max(...histogram));
  let second = wrap(first + binCount / 2);
  for (let offset = -maxSlant; offset <= maxSlant; offset++) {
    const bin = wrap(first + binCount / 2 + offset);
    if (histogram[bin]! > histogram[second]!) second = bin;
  }
  const toAngle = (bin: number) => ((bin + refinePeak(histogram, bin) + 0.5) / binCount) * Math.PI;
  return [toAngle(first), toAngle(second)];
}

/**
 * The number of fractions from 0 to 1 whose arctangents are in a table. Looking them up takes less
 * time than computing them, and is as exact as a bin needs.
 */
const fractionCount = 2048;
const arctangents = Float64Array.from({ length: fractionCount + 1 }, (_, i) =>
  Math.atan(i / fractionCount),
);

/** Returns the bin of a direction within `range` radians, a quarter or a half turn. */
export function toBin(dx: number, dy: number, range: number): number {
  const x = Math.abs(dx);
  const y = Math.abs(dy);
  const fraction = (y <= x ? y / x : x / y) * fractionCount + 0.5;
  const angle = arctangents[fraction | 0]!;
  const inQuarter = y <= x ? angle : quarterTurn - angle;
  const inHalf = dx < 0 === dy < 0 ? inQuarter : Math.PI - inQuarter;
  const turn = inHalf / range;
  const bin = Math.floor((turn - Math.floor(turn)) * binCount);
  return bin === binCount ? 0 : bin;
}

/** Sums the strength of the gradients by their direction within a quarter or a half turn. */
function sumByDirection(plane: Plane, range: number): Float64Array {
  const histogram = new Float64Array(binCount);
  for (let y = 1; y < plane.height - 1; y += 2) addRow(plane, y, range, histogram);
  return histogram;
}

function addRow({ data, width }: Plane, y: number, range: number, histogram: Float64Array): void {
  for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
    const dx = data[i + 1]! - data[i - 1]!;
    const dy = data[i + width]! - data[i - width]!;
    const strength = dx * dx + dy * dy;
    if (strength < minGradient * minGradient) continue;
    histogram[toBin(dx, dy, range)]! += strength;
  }
}

/** Sums five neighboring bins (2.5 degrees of a quarter turn) for each bin. */
function smooth(histogram: Float64Array): Float64Array {
  return histogram.map((_, bin) =>
    [-2, -1, 0, 1, 2].reduce((sum, offset) => sum + histogram[wrap(bin + offset)]!, 0),
  );
}

/** Returns the offset of a peak from the center of its bin, by a parabola through three bins. */
function refinePeak(histogram: Float64Array, bin: number): number {
  const [before, peak, after] = [
    histogram[wrap(bin - 1)]!,
    histogram[bin]!,
    histogram[wrap(bin + 1)]!,
  ];
  const curvature = before - 2 * peak + after;
  return curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
}

function wrap(bin: number): number {
  return (bin + binCount) % binCount;
}

function toTurn(bin: number): number {
  const turn = ((bin + 0.5) / binCount) * quarterTurn;
  return turn > quarterTurn / 2 ? turn - quarterTurn : turn;
}
