import { type Plane, soften } from "../plane.ts";
import type { Region } from "./locate-regions.ts";

const binCount = 180;
const quarterTurn = Math.PI / 2;
/** Gradients weaker than this, in levels of brightness per two pixels, are noise. */
const minGradient = 12;
/** A further turn is reported if it has at least this part of the gradients of the most frequent one. */
const minPart = 0.4;
/** How far the second axis may be from a right angle, in bins of a degree. */
const maxSlant = 35;

/**
 * Measures how edges in a plane are turned against its axes, which is how codes, labels and print are turned. Returns at most
 * `maxCount` angles in radians from -π/4 to π/4, the most frequent first, and none for a plane without clear edges.
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
 * Measures the two directions across most edges of a plane, in radians from 0 to π: the most frequent one, and the most
 * frequent one that is nearly perpendicular to it. A code seen from the side has no right angles. Edges outside `region`
 * are not counted.
 */
export function measureAxes(plane: Plane, region?: Region): [first: number, second: number] {
  const histogram = smooth(countTurns(soften(soften(plane, 1), 1), Math.PI, region));
  const first = histogram.indexOf(Math.max(...histogram));
  let second = wrap(first + binCount / 2);
  for (let offset = -maxSlant; offset <= maxSlant; offset++) {
    const bin = wrap(first + binCount / 2 + offset);
    if (histogram[bin]! > histogram[second]!) second = bin;
  }
  const toAngle = (bin: number) => ((bin + refinePeak(histogram, bin) + 0.5) / binCount) * Math.PI;
  return [toAngle(first), toAngle(second)];
}

/** Sums the strength of the gradients by their direction within a quarter or a half turn. */
function countTurns({ data, width, height }: Plane, range: number, region?: Region): Float64Array {
  const histogram = new Float64Array(binCount);
  const [cos, sin] = region ? [Math.cos(region.angle), Math.sin(region.angle)] : [0, 0];
  for (let y = 1; y < height - 1; y += 2) {
    for (let x = 1; x < width - 1; x++) {
      if (region) {
        const [fromX, fromY] = [x - region.x, y - region.y];
        if (Math.abs(fromX * cos + fromY * sin) > region.length / 2) continue;
        if (Math.abs(fromY * cos - fromX * sin) > region.height / 2) continue;
      }
      const i = y * width + x;
      const dx = data[i + 1]! - data[i - 1]!;
      const dy = data[i + width]! - data[i - width]!;
      const strength = dx * dx + dy * dy;
      if (strength < minGradient * minGradient) continue;
      const turn = Math.atan2(dy, dx) / range;
      const bin = Math.floor((turn - Math.floor(turn)) * binCount);
      histogram[bin === binCount ? 0 : bin]! += strength;
    }
  }
  return histogram;
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
