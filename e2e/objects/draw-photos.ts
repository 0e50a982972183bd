import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Picture } from "../../packages/objects/src/picture.ts";
import { photographShoe } from "./photograph.ts";

/**
 * Draws small photos of a shoe of 140 × 58 × 54 mm on the A4 mat, 12 or the first `count` of them,
 * and saves them like `savePhotos`.
 */
export function drawObjectPhotos(folder: string, count = 12): Promise<void> {
  return savePhotos(folder, photographShoe().slice(0, count));
}

/** Saves pictures in a folder: the first one as `0.png`, the others as `1.jpg`, `2.jpg`, … */
export async function savePhotos(folder: string, pictures: readonly Picture[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, { width, height, data }] of pictures.entries()) {
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    if (index === 0) await image.png().toFile(join(folder, "0.png"));
    else await image.jpeg({ quality: 95 }).toFile(join(folder, `${index}.jpg`));
  }
}
