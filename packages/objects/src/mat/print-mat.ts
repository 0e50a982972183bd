import type { MatPrint } from "../silhouette/mat-print.ts";
import { drawMat } from "./draw-mat.ts";
import type { Mat } from "./mat.ts";
import type { Rectangle } from "./rectangle.ts";

/**
 * The gray level of the pattern in files, from 0 (black) to 1. A lighter one hides white objects in
 * the shade, a darker one objects with dark texture.
 */
export const patternGray = 0.58;

/** The light that black ink reflects, over that of paper. */
const inkLight = 0.05;
/** The exponent from encoded gray levels to light, close to that of sRGB. */
const gamma = 2.2;

/**
 * Returns the mat as a camera sees it, which is what `matToPdf` prints: black ink is not quite
 * black.
 */
export function printMat(mat: Mat, pixelsPerMillimeter = 4): MatPrint {
  const { width, height } = mat;
  const columns = Math.round(width * pixelsPerMillimeter);
  const rows = Math.round(height * pixelsPerMillimeter);
  const { gray, ink } = drawMat(mat);
  const light = new Float32Array(columns * rows).fill(1);
  const paint = (layer: readonly Rectangle[], tone: number) => {
    const covered = new Float32Array(columns * rows);
    for (const shape of layer) {
      cover(covered, columns, rows, {
        x: (shape.x + width / 2) * pixelsPerMillimeter,
        y: (height / 2 - shape.y - shape.height) * pixelsPerMillimeter,
        width: shape.width * pixelsPerMillimeter,
        height: shape.height * pixelsPerMillimeter,
      });
    }
    for (let at = 0; at < light.length; at++) light[at]! += covered[at]! * (tone - light[at]!);
  };
  paint(gray, findLight(patternGray));
  paint(ink, findLight(0));
  const tones = new Uint8Array(columns * rows);
  for (let at = 0; at < tones.length; at++) tones[at] = Math.round(255 * light[at]! ** (1 / gamma));
  return { width, height, pixelsPerMillimeter, tones };
}

/** Returns the light that a printed gray level reflects, over that of paper. */
const findLight = (level: number) => inkLight + (1 - inkLight) * level ** gamma;

/** Adds the share of each pixel that a rectangle covers. Its (x, y) is its upper left corner. */
function cover(
  covered: Float32Array,
  columns: number,
  rows: number,
  { x, y, width, height }: Rectangle,
): void {
  const share = (pixel: number, start: number, length: number) =>
    Math.min(pixel + 1, start + length) - Math.max(pixel, start);
  for (let row = Math.floor(y); row < Math.min(rows, y + height); row++) {
    const down = share(row, y, height);
    for (let column = Math.floor(x); column < Math.min(columns, x + width); column++) {
      covered[row * columns + column]! += down * share(column, x, width);
    }
  }
}
