import type { Channel } from "./channels.ts";

/** The edges of a reduced picture, one pixel wide. */
export type Edges = {
  width: number;
  height: number;
  /** The indexes of the pixels on an edge. */
  points: number[];
  /** How strong the edge is at each pixel, 0 to 1; 0 beside the edges. */
  strength: Float32Array;
  /** The direction across the edge, in radians. */
  angle: Float32Array;
  /** The brightness of each pixel. */
  light: Channel;
};

/** The minimum gradient (Sobel) of an edge: 14 is a step of 1.75 levels. Less is noise. */
const minGradient = 14;
/**
 * The share of all edges that are weaker than a strong edge. Strong edges count the same, so that
 * one of them does not outshine the others.
 */
const strongShare = 0.85;

/**
 * Finds the edges where brightness or color change, by the strongest of the channels at each pixel
 * (Sobel). The first channel is the brightness.
 */
export function findEdges(
  channels: readonly [Channel, ...Channel[]],
  { width, height }: { width: number; height: number },
): Edges {
  const [across, down, size] = measureGradients(channels, width, height);
  const points: number[] = [];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      const here = size[at]!;
      if (here < minGradient) continue;
      const step = Math.round(down[at]! / here) * width + Math.round(across[at]! / here);
      if (here >= size[at + step]! && here > size[at - step]!) points.push(at);
    }
  }
  const sorted = points.map((at) => size[at]!).sort((a, b) => a - b);
  const strong = sorted[Math.floor(sorted.length * strongShare)] ?? minGradient;
  const strength = new Float32Array(width * height);
  const angle = new Float32Array(width * height);
  for (const at of points) {
    strength[at] = Math.min(1, size[at]! / strong);
    angle[at] = Math.atan2(down[at]!, across[at]!);
  }
  return { width, height, points, strength, angle, light: channels[0] };
}

function measureGradients(
  channels: readonly Channel[],
  width: number,
  height: number,
): [across: Float32Array, down: Float32Array, size: Float32Array] {
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  const size = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      let maxSquare = 0;
      for (const channel of channels) {
        const topLeft = channel[at - width - 1]!;
        const topRight = channel[at - width + 1]!;
        const bottomLeft = channel[at + width - 1]!;
        const bottomRight = channel[at + width + 1]!;
        const dx =
          (channel[at + 1]! - channel[at - 1]!) * 2 + topRight - topLeft + bottomRight - bottomLeft;
        const dy =
          (channel[at + width]! - channel[at - width]!) * 2 +
          bottomLeft -
          topLeft +
          bottomRight -
          topRight;
        const square = dx * dx + dy * dy;
        if (square > maxSquare) {
          maxSquare = square;
          across[at] = dx;
          down[at] = dy;
        }
      }
      size[at] = Math.sqrt(maxSquare);
    }
  }
  return [across, down, size];
}
