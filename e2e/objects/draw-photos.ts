import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Picture } from "../../packages/objects/src/picture.ts";
import { photographShoe } from "./photograph.ts";

/**
 * Draws 12 small photos of a shoe of 140 × 58 × 54 mm on the mat for A4, or the first ones of them,
 * into a folder: all as JPEG but the first, `0.png`.
 */
export function drawObjectPhotos(folder: string, first = 12): Promise<void> {
  return savePhotos(folder, photographShoe().slice(0, first));
}

/** Writes pictures into a folder: all as JPEG but the first, `0.png`. */
export async function savePhotos(folder: string, pictures: readonly Picture[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, { width, height, data }] of pictures.entries()) {
    const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
    if (index === 0) await image.png().toFile(join(folder, "0.png"));
    else await image.jpeg({ quality: 95 }).toFile(join(folder, `${index}.jpg`));
  }
}
