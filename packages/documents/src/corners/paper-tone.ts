import { invertHomography } from "../geometry/homography.ts";
import type { Quad } from "../quad.ts";
import type { Channel } from "./channels.ts";

/** The color of paper over a quad of a picture, which changes with the light on it. */
export type PaperTone = {
  /** The share of the quad that has this color, from 0 to 1. */
  share: number;
  /** Returns whether a pixel has this color. */
  isPaper(x: number, y: number): boolean;
};

/** The number of samples along each side of the quad. */
const gridSize = 10;
/** The number of times that the tone is fitted, each time with less weight for other colors. */
const rounds = 5;
/** The deviation from the tone at which the weight of a sample is halved, in levels. */
const halfDeviation = 6;
/** The maximum deviation of paper from the tone, in levels. */
const maxDeviation = 16;

/**
 * Fits the tone of the paper in a quad: of each channel, a plane over the picture. Print, things
 * and the table are outliers. Returns undefined if too little of the quad is in the picture.
 */
export function fitPaperTone(
  quad: Quad,
  channels: readonly Channel[],
  { width, height }: { width: number; height: number },
): PaperTone | undefined {
  const at = (x: number, y: number) => Math.round(y) * width + Math.round(x);
  const [left, top] = [quad[0].x, quad[0].y];
  const samples: { x: number; y: number; levels: number[] }[] = [];
  for (let row = 0.5; row < gridSize; row++) {
    for (let column = 0.5; column < gridSize; column++) {
      const { x, y } = interpolate(quad, column / gridSize, row / gridSize);
      if (x < 0 || y < 0 || x > width - 1 || y > height - 1) continue;
      const levels = channels.map((channel) => channel[at(x, y)]!);
      samples.push({ x: x - left, y: y - top, levels });
    }
  }
  let planes: number[][] = channels.map((_, channel) => {
    const levels = samples.map(({ levels }) => levels[channel]!).sort((a, b) => a - b);
    return [levels[levels.length >> 1] ?? 0, 0, 0];
  });
  const deviate = (x: number, y: number, levelOf: (channel: number) => number) => {
    let square = 0;
    for (let channel = 0; channel < planes.length; channel++) {
      const [level, across, down] = planes[channel]!;
      square += (levelOf(channel) - level! - across! * x - down! * y) ** 2;
    }
    return square;
  };
  for (let round = 0; round < rounds; round++) {
    const weights = samples.map(
      ({ x, y, levels }) =>
        1 / (1 + deviate(x, y, (channel) => levels[channel]!) / halfDeviation ** 2),
    );
    const fitted = fitPlanes(samples, weights);
    if (!fitted) return undefined;
    planes = fitted;
  }
  const isNear = (x: number, y: number, levelOf: (channel: number) => number) =>
    deviate(x, y, levelOf) < maxDeviation ** 2;
  const alike = samples.filter(({ x, y, levels }) => isNear(x, y, (channel) => levels[channel]!));
  return {
    share: alike.length / samples.length,
    isPaper: (x, y) => isNear(x - left, y - top, (channel) => channels[channel]![at(x, y)]!),
  };
}

/** Returns the point of a quad at shares of the way across and down, without perspective. */
function interpolate([a, b, c, d]: Quad, across: number, down: number): { x: number; y: number } {
  const mix = (p: number, q: number, r: number, s: number) =>
    (1 - down) * ((1 - across) * p + across * q) + down * ((1 - across) * s + across * r);
  return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
}

/**
 * Fits a plane to the levels of each channel by weighted least squares. Returns the level at the
 * origin and the slopes across and down, or undefined if the samples lie on a line.
 */
function fitPlanes(
  samples: readonly { x: number; y: number; levels: readonly number[] }[],
  weights: readonly number[],
): number[][] | undefined {
  const normal = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const sums = (samples[0]?.levels ?? []).map(() => [0, 0, 0]);
  for (const [index, { x, y, levels }] of samples.entries()) {
    const basis = [1, x, y];
    for (let row = 0; row < 3; row++) {
      const weight = weights[index]! * basis[row]!;
      for (let column = 0; column < 3; column++)
        normal[row * 3 + column]! += weight * basis[column]!;
      for (let channel = 0; channel < levels.length; channel++)
        sums[channel]![row]! += weight * levels[channel]!;
    }
  }
  const inverse = invertHomography(normal);
  return (
    inverse &&
    sums.map((sum) =>
      [0, 3, 6].map(
        (row) =>
          inverse[row]! * sum[0]! + inverse[row + 1]! * sum[1]! + inverse[row + 2]! * sum[2]!,
      ),
    )
  );
}
