// Seeded pictures without a code, in which a reader must read nothing.
import { createRandom } from "../../../../e2e/camera/random.ts";
import type { Frame } from "../readings/reading.ts";
import {
  blinds,
  bookSpines,
  fabric,
  fence,
  halftone,
  keyboard,
  leaves,
  type Pattern,
  type PatternKind,
  screen,
  table,
  text,
} from "./empty-patterns.ts";

const kinds = {
  text,
  fabric,
  screen,
  blinds,
  keyboard,
  fence,
  bookSpines,
  table,
  halftone,
  leaves,
} satisfies Record<string, PatternKind>;

export type EmptyKind = keyof typeof kinds;

/** The motifs that can be drawn. Successive seeds draw one after the other. */
export const emptyKinds = Object.keys(kinds) as EmptyKind[];

export type EmptyPicture = Frame & { kind: EmptyKind };

/**
 * Draws the picture of a seed: one pattern at any size and angle, unevenly lit, with noise, and
 * blurred in half of all cases. The same seed and size always give the same bytes.
 */
export function drawEmptyPicture(
  seed: number,
  { width = 640, height = 480 }: { width?: number; height?: number } = {},
): EmptyPicture {
  const kind = emptyKinds[seed % emptyKinds.length]!;
  const random = createRandom(seed);
  const brightness = sample(kinds[kind](random), width, height, random);
  if (random() < 0.5) average(brightness, width);
  return { ...expose(brightness, width, height, random), kind };
}

/** Fills a field of pixels with the pattern, turned and seen a little from the side. */
function sample(pattern: Pattern, width: number, height: number, random: () => number) {
  // Most things stand upright or lie on their side in a picture.
  const quarter = random() < 0.4 ? Math.PI / 2 : 0;
  const angle = quarter + (random() < 0.6 ? (random() - 0.5) * 0.1 : random() * Math.PI);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const tilt = ((random() - 0.5) * 0.4) / width;
  const brightness = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const far = 1 + tilt * (x - width / 2);
      const [dx, dy] = [(x - width / 2) / far, (y - height / 2) / far];
      brightness[y * width + x] = pattern(dx * cos + dy * sin + 700, dy * cos - dx * sin + 700);
    }
  }
  return brightness;
}

/**
 * Averages each pixel with its neighbors to the right and below, which a soft lens does as well.
 */
function average(brightness: Float32Array, width: number): void {
  for (let i = 0; i < brightness.length - width - 1; i++) {
    brightness[i] =
      (brightness[i]! + brightness[i + 1]! + brightness[i + width]! + brightness[i + width + 1]!) /
      4;
  }
}

function expose(
  brightness: Float32Array,
  width: number,
  height: number,
  random: () => number,
): Frame {
  const black = random() * 60;
  const white = 120 + random() * 135;
  const [slopeX, slopeY] = [(random() - 0.5) * 0.5, (random() - 0.5) * 0.5];
  const noise = random() * 14;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const light = 1 + slopeX * (x / width - 0.5) + slopeY * (y / height - 0.5);
      const gray = black + (white - black) * brightness[i]!;
      const value = gray * light + noise * (random() + random() - 1);
      data[4 * i] = value;
      data[4 * i + 1] = value;
      data[4 * i + 2] = value;
    }
  }
  return { data, width, height };
}
