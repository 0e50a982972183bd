import type { Picture } from "../picture.ts";
import { measurePaperLight, type PaperLight } from "./paper-light.ts";

/**
 * The minimum brightness of white, as a share of the light of the paper: above it, the grain of the
 * paper and JPEG noise disappear.
 */
const whiteShare = 0.93;
/**
 * The maximum brightness that becomes black, as a share of the light: a page without ink has no
 * black.
 */
const blackShare = 0.35;
/** The share of pixels that may be darker than the darkest ink. */
const darkestShare = 0.002;

/**
 * Returns the page as if even white light had fallen on it: the paper is white, and colors lose the
 * tint of the lamp.
 */
export function flatten(picture: Picture): Picture {
  const { width, height, data } = picture;
  const light = measurePaperLight(picture);
  const flat = new Uint8ClampedArray(data.length);
  const paper = new Float32Array(width * 3);
  for (let y = 0, at = 0; y < height; y++) {
    interpolateRow(light, y, width, paper);
    for (let x = 0; x < width; x++, at += 4) {
      for (let channel = 0; channel < 3; channel++)
        flat[at + channel] = (data[at + channel]! / paper[x * 3 + channel]!) * 255;
      flat[at + 3] = 255;
    }
  }
  stretch(flat);
  return { width, height, data: flat };
}

/**
 * Writes the light of the paper along a row of pixels, between the centers of the cells around it.
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
      const at = (row: number, column: number) => light[(row * columns + column) * 3 + channel]!;
      const above = at(top, left) * (1 - across) + at(top, right) * across;
      const below = at(bottom, left) * (1 - across) + at(bottom, right) * across;
      paper[x * 3 + channel] = above * (1 - down) + below * down;
    }
  }
}

/** The two cells around a pixel, and its place between their centers. */
function locate(pixel: number, cell: number, count: number): [number, number, number] {
  const place = Math.min(Math.max((pixel + 0.5) / cell - 0.5, 0), count - 1);
  const first = Math.min(Math.floor(place), Math.max(0, count - 2));
  return [first, Math.min(first + 1, count - 1), place - first];
}

/**
 * Makes paper white and the darkest ink black, with the same curve for all channels, so that hues
 * stay.
 */
function stretch(flat: Uint8ClampedArray): void {
  const histogram = new Uint32Array(256);
  for (let at = 1; at < flat.length; at += 4) histogram[flat[at]!]!++;
  const pixels = flat.length / 4;
  let black = 0;
  for (let seen = 0; black < 255; black++) {
    seen += histogram[black]!;
    if (seen > pixels * darkestShare) break;
  }
  const low = Math.min(black, blackShare * 255);
  const scale = 255 / (whiteShare * 255 - low);
  const curve = Uint8ClampedArray.from({ length: 256 }, (_, value) => (value - low) * scale);
  for (let at = 0; at < flat.length; at += 4) {
    flat[at] = curve[flat[at]!]!;
    flat[at + 1] = curve[flat[at + 1]!]!;
    flat[at + 2] = curve[flat[at + 2]!]!;
  }
}
