import type { Picture } from "../picture.ts";
import { measurePaperLight, type PaperLight } from "./paper-light.ts";

/**
 * The minimum brightness of white, as a share of the paper light: above it, the grain of the paper
 * and JPEG noise disappear.
 */
const whiteShare = 0.93;
/**
 * The maximum brightness that becomes black, as a share of the paper light: a page without ink has
 * no black.
 */
const blackShare = 0.35;
/** The share of darkest pixels that is left out when the darkest ink is measured. */
const darkestShare = 0.002;

/**
 * Returns the page as if lit by even white light: the paper is white, and colors lose the tint of
 * the lamp.
 */
export function flatten(picture: Picture): Picture {
  const { width, height, data } = picture;
  const light = measurePaperLight(picture);
  const flat = new Uint8ClampedArray(data.length);
  const paper = new Float32Array(width * 3);
  for (let y = 0, i = 0; y < height; y++) {
    interpolateRow(light, y, width, paper);
    for (let x = 0; x < width; x++, i += 4) {
      for (let channel = 0; channel < 3; channel++)
        flat[i + channel] = (data[i + channel]! / paper[x * 3 + channel]!) * 255;
      flat[i + 3] = 255;
    }
  }
  stretch(flat);
  return { width, height, data: flat };
}

/**
 * Writes the paper light of the pixels in row `y` into `paper`, three channels a pixel. It is
 * interpolated between the centers of cells.
 */
function interpolateRow(
  { columns, rows, cell, light }: PaperLight,
  y: number,
  width: number,
  paper: Float32Array,
): void {
  const [top, bottom, down] = locate(y, cell, rows);
  for (let x = 0; x < width; x++) {
    const [left, right, across] = locate(x, cell, columns);
    for (let channel = 0; channel < 3; channel++) {
      const lightAt = (row: number, column: number) =>
        light[(row * columns + column) * 3 + channel]!;
      const above = lightAt(top, left) * (1 - across) + lightAt(top, right) * across;
      const below = lightAt(bottom, left) * (1 - across) + lightAt(bottom, right) * across;
      paper[x * 3 + channel] = above * (1 - down) + below * down;
    }
  }
}

/** The two cells around a pixel, and its position between their centers, from 0 to 1. */
function locate(pixel: number, cell: number, count: number): [number, number, number] {
  const position = Math.min(Math.max((pixel + 0.5) / cell - 0.5, 0), count - 1);
  const first = Math.min(Math.floor(position), Math.max(0, count - 2));
  return [first, Math.min(first + 1, count - 1), position - first];
}

/**
 * Makes paper white and the darkest ink black, in place. All channels share one curve, so that hues
 * stay.
 */
function stretch(flat: Uint8ClampedArray): void {
  const histogram = new Uint32Array(256);
  for (let i = 1; i < flat.length; i += 4) histogram[flat[i]!]!++;
  const pixelCount = flat.length / 4;
  let darkest = 0;
  for (let count = 0; darkest < 255; darkest++) {
    count += histogram[darkest]!;
    if (count > pixelCount * darkestShare) break;
  }
  const blackLevel = Math.min(darkest, blackShare * 255);
  const scale = 255 / (whiteShare * 255 - blackLevel);
  const curve = Uint8ClampedArray.from({ length: 256 }, (_, value) => (value - blackLevel) * scale);
  for (let i = 0; i < flat.length; i += 4) {
    flat[i] = curve[flat[i]!]!;
    flat[i + 1] = curve[flat[i + 1]!]!;
    flat[i + 2] = curve[flat[i + 2]!]!;
  }
}
