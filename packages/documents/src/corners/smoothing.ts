import type { Channel } from "./channels.ts";

/** Blurs a channel across and down with a binomial kernel of five pixels. */
export function blur(
  channel: Channel,
  { width, height }: { width: number; height: number },
): Channel {
  const across = new Float32Array(channel.length);
  const both = new Float32Array(channel.length);
  // Pixels beyond the picture repeat its edge.
  const clamp = (position: number, size: number) => Math.min(size - 1, Math.max(0, position));
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const [a, b] = x > 1 ? [x - 2, x - 1] : [0, clamp(x - 1, width)];
      const [d, e] = [clamp(x + 1, width), clamp(x + 2, width)];
      across[row + x] = weigh(
        channel[row + a]!,
        channel[row + b]!,
        channel[row + x]!,
        channel[row + d]!,
        channel[row + e]!,
      );
    }
  }
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const [a, b] = [clamp(y - 2, height) * width, clamp(y - 1, height) * width];
    const [d, e] = [clamp(y + 1, height) * width, clamp(y + 2, height) * width];
    for (let x = 0; x < width; x++)
      both[row + x] = weigh(
        across[a + x]!,
        across[b + x]!,
        across[row + x]!,
        across[d + x]!,
        across[e + x]!,
      );
  }
  return both;
}

function weigh(a: number, b: number, c: number, d: number, e: number): number {
  return (a + e + (b + d) * 4 + c * 6) / 16;
}
