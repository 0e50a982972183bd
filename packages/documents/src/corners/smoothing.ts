import type { Channel } from "./channels.ts";

type Size = { width: number; height: number };

/** Removes dark strokes up to twice the radius wide, such as text, and keeps the edges of larger areas (gray closing). */
export function closeStrokes(channel: Channel, size: Size, radius: number): Channel {
  const most = filterBothWays(channel, size, radius, (a, b) => (a > b ? a : b));
  return filterBothWays(most, size, radius, (a, b) => (a < b ? a : b));
}

function filterBothWays(
  channel: Channel,
  { width, height }: Size,
  radius: number,
  pick: (a: number, b: number) => number,
): Channel {
  const across = new Float32Array(channel.length);
  const both = new Float32Array(channel.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      let picked = channel[row + x]!;
      const last = Math.min(width - 1, x + radius);
      for (let near = Math.max(0, x - radius); near <= last; near++)
        picked = pick(picked, channel[row + near]!);
      across[row + x] = picked;
    }
  }
  for (let y = 0; y < height; y++) {
    const [first, last] = [Math.max(0, y - radius), Math.min(height - 1, y + radius)];
    for (let x = 0; x < width; x++) {
      let picked = across[y * width + x]!;
      for (let near = first; near <= last; near++) picked = pick(picked, across[near * width + x]!);
      both[y * width + x] = picked;
    }
  }
  return both;
}

const kernel = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16] as const;

/** Blurs with a binomial kernel of five pixels, both ways. */
export function blur(channel: Channel, { width, height }: Size): Channel {
  const across = new Float32Array(channel.length);
  const both = new Float32Array(channel.length);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = 0; tap < 5; tap++)
        sum += kernel[tap]! * channel[y * width + clamp(x + tap - 2, width - 1)]!;
      across[y * width + x] = sum;
    }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let tap = 0; tap < 5; tap++)
        sum += kernel[tap]! * across[clamp(y + tap - 2, height - 1) * width + x]!;
      both[y * width + x] = sum;
    }
  }
  return both;
}
