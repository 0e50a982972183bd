import { type Plane, soften } from "../plane.ts";

export const binCount = 180;
const quarterTurn = Math.PI / 2;
/** Gradients weaker than this, in levels of brightness per two pixels, are noise. */
export const minGradient = 12;
/**
 * A further turn is reported if it has at least this part of the gradients of the most frequent
 * one.
 */
const minPart = 0.4;
/** How far the second axis may be from a right angle, in bins of a degree. */
const maxSlant = 35;

/**
 * Measures how edges in a plane are turned against its axes, which is how codes, labels and print
 * are turned. Returns at most `maxCount` angles in radians from -π/4 to π/4, the most frequent
 * first, and none for a plane without clear edges.
 */
export function measureTurns(plane: Plane, maxCount: number): number[] {
  // Smoothing makes gradients of sharp edges independent of the pixel grid.
  const histogram = smooth(countTurns(soften(soften(plane, 1), 1), quarterTurn));
  const mean = histogram.reduce((sum, value) => sum + value, 0) / binCount;
  const peaks = Array.from(histogram.keys())
    .filter(
      (bin) =>
        histogram[bin]! > 2 * mean &&
        histogram[bin]! >= histogram[wrap(bin - 1)]! &&
        histogram[bin]! > histogram[wrap(bin + 1)]!,
    )
    .sort((a, b) => histogram[b]! - histogram[a]!);
  const strongest = histogram[peaks[0] ?? 0]!;
  return peaks
    .filter((bin) => histogram[bin]! >= strongest * minPart)
    .slice(0, maxCount)
    .map((bin) => toTurn(bin + refinePeak(histogram, bin)));
}

/**
 * Measures the two directions across most edges of a plane, in radians from 0 to π: the most
 * frequent one, and the most frequent one that is nearly perpendicular to it. A code seen from the
 * side has no right angles.
 */
export function measureAxes(plane: Plane): [first: number, second: number] {
  return findAxes(countTurns(soften(soften(plane, 1), 1), Math.PI));
}

/**
 * Finds the same directions in a sum of the strengths of gradients by `turnBin` within half a turn.
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
 * The arctangents of fractions from 0 to 1, which take less time to look up than to compute and are
 * as exact as a bin needs.
 */
const fractionCount = 2048;
const arctangents = Float64Array.from({ length: fractionCount + 1 }, (_, i) =>
  Math.atan(i / fractionCount),
);

/**
 * Returns the one of `binCount` bins of a direction within `range` radians, a quarter or a half
 * turn.
 */
export function turnBin(dx: number, dy: number, range: number): number {
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
function countTurns(plane: Plane, range: number): Float64Array {
  const histogram = new Float64Array(binCount);
  for (let y = 1; y < plane.height - 1; y += 2) countRow(plane, y, range, histogram);
  return histogram;
}

function countRow({ data, width }: Plane, y: number, range: number, histogram: Float64Array): void {
  for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
    const dx = data[i + 1]! - data[i - 1]!;
    const dy = data[i + width]! - data[i - width]!;
    const strength = dx * dx + dy * dy;
    if (strength < minGradient * minGradient) continue;
    histogram[turnBin(dx, dy, range)]! += strength;
  }
}

/** Averages five bins (2.5 degrees). */
function smooth(histogram: Float64Array): Float64Array {
  return histogram.map((_, bin) =>
    [-2, -1, 0, 1, 2].reduce((sum, offset) => sum + histogram[wrap(bin + offset)]!, 0),
  );
}

function refinePeak(histogram: Float64Array, bin: number): number {
  const [before, peak, after] = [-1, 0, 1].map((offset) => histogram[wrap(bin + offset)]!) as [
    number,
    number,
    number,
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
