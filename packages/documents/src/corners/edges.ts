import type { Channel } from "./channels.ts";

/** The edges of a reduced picture, one pixel wide. The arrays have a value for each pixel. */
export type Edges = {
  width: number;
  height: number;
  /** The indexes of the pixels on an edge. */
  points: number[];
  /** The strength of the edge, 0 to 1; 0 where there is none. */
  strength: Float32Array;
  /** The direction across the edge, in radians, clockwise from the x axis. */
  angle: Float32Array;
  /** The brightness, in levels. */
  light: Channel;
};

type Size = { width: number; height: number };

/** The minimum gradient (Sobel) of an edge: 14 is a step of 1.75 levels. Less is noise. */
const minGradient = 14;
/**
 * The share of all edges that are weaker than a strong edge. Strong edges count the same, so that
 * one of them does not outshine the others.
 */
const strongShare = 0.85;

/** Finds the edges where brightness or color change. `light` is the brightness. */
export function findEdges(gradients: Gradients, light: Channel, size: Size): Edges {
  const { width, height } = size;
  const [across, down, magnitude] = gradients;
  const points = findCrests(gradients, size, minGradient);
  const sorted = points.map((i) => magnitude[i]!).sort((a, b) => a - b);
  const strongGradient = sorted[Math.floor(sorted.length * strongShare)] ?? minGradient;
  const strength = new Float32Array(width * height);
  const angle = new Float32Array(width * height);
  for (const i of points) {
    strength[i] = Math.min(1, magnitude[i]! / strongGradient);
    angle[i] = Math.atan2(down[i]!, across[i]!);
  }
  return { width, height, points, strength, angle, light };
}

/** Finds the pixels whose gradient is a maximum along its direction and not below a minimum. */
export function findCrests(
  [across, down, magnitude]: Gradients,
  { width, height }: Size,
  min: number,
): number[] {
  const points: number[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      const gradient = magnitude[i]!;
      if (gradient < min) continue;
      const step = Math.round(down[i]! / gradient) * width + Math.round(across[i]! / gradient);
      if (gradient >= magnitude[i + step]! && gradient > magnitude[i - step]!) points.push(i);
    }
  }
  return points;
}

/** The strongest Sobel gradient of the channels at each pixel, and its magnitude. */
export type Gradients = [across: Float32Array, down: Float32Array, magnitude: Float32Array];

/** Measures the gradient at each pixel, that of the channel with the strongest one (Sobel). */
export function measureGradients(channels: readonly Channel[], { width, height }: Size): Gradients {
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  const magnitude = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      let maxSquare = 0;
      for (const channel of channels) {
        const topLeft = channel[i - width - 1]!;
        const topRight = channel[i - width + 1]!;
        const bottomLeft = channel[i + width - 1]!;
        const bottomRight = channel[i + width + 1]!;
        const dx =
          (channel[i + 1]! - channel[i - 1]!) * 2 + topRight - topLeft + bottomRight - bottomLeft;
        const dy =
          (channel[i + width]! - channel[i - width]!) * 2 +
          bottomLeft -
          topLeft +
          bottomRight -
          topRight;
        const square = dx * dx + dy * dy;
        if (square > maxSquare) {
          maxSquare = square;
          across[i] = dx;
          down[i] = dy;
        }
      }
      magnitude[i] = Math.sqrt(maxSquare);
    }
  }
  return [across, down, magnitude];
}
