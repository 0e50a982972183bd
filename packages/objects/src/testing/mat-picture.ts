import { drawMat } from "../mat/draw-mat.ts";
import type { Mat } from "../mat/mat.ts";

/**
 * Returns the light of the mat at a point in millimeters from its middle, from 0 (ink) to 1
 * (paper); undefined beside it.
 */
export type MatTone = (x: number, y: number) => number | undefined;

/** The gray of the pattern in the files is 0.58, as sRGB encodes light. */
const patternTone = 0.58 ** 2.2;

/** Returns the exact look of a mat, from the rectangles in its file. */
export function createMatTone(mat: Mat): MatTone {
  const { width, height } = mat;
  const { gray, ink } = drawMat(mat);
  const shapes = [
    ...ink.map((shape) => ({ ...shape, tone: 0 })),
    ...gray.map((shape) => ({ ...shape, tone: patternTone })),
  ];
  const [columns, rows] = [Math.ceil(width), Math.ceil(height)];
  const cells = Array.from({ length: columns * rows }, (): typeof shapes => []);
  for (const shape of shapes) {
    const [left, bottom] = [shape.x + width / 2, shape.y + height / 2];
    for (let row = Math.floor(bottom); row < bottom + shape.height; row++) {
      for (let column = Math.floor(left); column < left + shape.width; column++) {
        cells[row * columns + column]?.push(shape);
      }
    }
  }
  return (x, y) => {
    if (!(Math.abs(x) < width / 2 && Math.abs(y) < height / 2)) return undefined;
    const cell = cells[Math.floor(y + height / 2) * columns + Math.floor(x + width / 2)];
    const shape = cell?.find(
      (each) => x >= each.x && x < each.x + each.width && y >= each.y && y < each.y + each.height,
    );
    return shape?.tone ?? 1;
  };
}
