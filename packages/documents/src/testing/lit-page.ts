import type { Picture } from "../picture.ts";

export type Rgb = readonly [number, number, number];

const [width, height] = [420, 594];

/**
 * Whether there is ink here: rows of short bars as wide as letters at 50 dpi, and one large black
 * square.
 */
export function isInk(x: number, y: number): boolean {
  const isSquare = x >= 300 && x < 360 && y >= 40 && y < 100;
  const isLine = y >= 120 && y < 560 && y % 22 < 9 && x >= 40 && x < 380;
  return isSquare || (isLine && x % 13 < 5);
}

/**
 * The share of light that falls on a place: darker towards the right, and a soft shadow over the
 * lower half.
 */
function lightAt(x: number, y: number): number {
  const shadow = Math.min(1, Math.max(0, (y - 280) / 40));
  return (1 - 0.25 * (x / width)) * (1 - 0.5 * shadow);
}

/** Draws a page as a camera sees it under a lamp of this color. */
export function drawLitPage({ ink, lamp }: { ink: Rgb; lamp: Rgb }): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const color: Rgb = isInk(x, y) ? ink : [240, 240, 240];
      const light = lightAt(x, y);
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = (color[channel]! * lamp[channel]! * light) / 255;
      data[at + 3] = 255;
    }
  }
  return { width, height, data };
}
