// The photo of a curled page on a dark table.
import sharp from "sharp";
import { drawCurled } from "../../packages/documents/src/testing/draw-curled.ts";

/**
 * Writes the photo of a seed as a file. Returns the corners of its page, in pixels and clockwise
 * from the top left.
 */
export async function drawCurledPhoto(
  path: string,
  seed: number,
): Promise<{ x: number; y: number }[]> {
  const { picture, place } = drawCurled(seed);
  const { data, ...size } = picture;
  await sharp(data, { raw: { ...size, channels: 4 } }).toFile(path);
  return [place(0, 0), place(1, 0), place(1, 1), place(0, 1)];
}
