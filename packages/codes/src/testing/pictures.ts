import { type CodeSymbol, drawSymbol } from "../../../../e2e/camera/symbol.ts";
import type { Frame, Point } from "../index.ts";
import type { Plane } from "../plane.ts";

/** Draws a code pixel for pixel on white, with a margin around it. */
export async function drawOnWhite(symbol: CodeSymbol): Promise<Frame> {
  const { data, width, height, module } = await drawSymbol(symbol);
  const margin = 12 * module;
  const frame = createBlankFrame(width + 2 * margin, height + 2 * margin, 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const offset = ((y + margin) * frame.width + x + margin) * 4;
      frame.data.fill(data[y * width + x]!, offset, offset + 3);
    }
  }
  return frame;
}

/** Creates a picture of uniform brightness. */
export function createBlankFrame(width: number, height: number, value: number): Frame {
  const data = new Uint8ClampedArray(width * height * 4).fill(value);
  for (let i = 3; i < data.length; i += 4) data[i] = 255;
  return { data, width, height };
}

/** Keeps the rows around the middle of a plane, with paper above and below. */
export function keepRows(plane: Plane, count: number): Plane {
  const paper = 235;
  const top = (plane.height - count) >> 1;
  const from = top * plane.width;
  const to = (top + count) * plane.width;
  return { ...plane, data: plane.data.map((value, i) => (i >= from && i < to ? value : paper)) };
}

/**
 * Returns the distance of the farthest corner from its drawn position, as a fraction of the code's
 * diagonal.
 */
export function measureFarthestCorner(readCorners: Point[], drawnCorners: Point[]): number {
  const [start, opposite] = [drawnCorners[0]!, drawnCorners[2]!];
  const diagonal = Math.hypot(start.x - opposite.x, start.y - opposite.y);
  const distances = drawnCorners.map(({ x, y }, i) =>
    Math.hypot(readCorners[i]!.x - x, readCorners[i]!.y - y),
  );
  return Math.max(...distances) / diagonal;
}
