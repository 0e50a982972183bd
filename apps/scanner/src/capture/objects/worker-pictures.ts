import type { Picture } from "@scanhook/objects";

/** The maximum long side of the pictures that are kept, in pixels. */
export const maxKeptSide = 1280;

/**
 * Decodes a picture file in a worker, scaled by `scale`. Rotates it by 90 degrees clockwise if
 * `isSideways` is true. Rejects if the file is not a picture.
 */
export async function decodePicture(
  file: Blob,
  { scale = 1, isSideways = false }: { scale?: number; isSideways?: boolean } = {},
): Promise<Picture> {
  const bitmap = await createImageBitmap(file);
  const picture = readBitmap(bitmap, scale * Math.max(bitmap.width, bitmap.height), isSideways);
  bitmap.close();
  return picture;
}

/** Reads the pixels of a bitmap, scaled down to at most `maxSide` pixels a side. */
export function readBitmap(bitmap: ImageBitmap, maxSide: number, isSideways = false): Picture {
  const canvas = draw(bitmap, maxSide, isSideways);
  const { width, height } = canvas;
  return openContext(canvas).getImageData(0, 0, width, height);
}

/** Encodes a bitmap as a JPEG file, scaled down to at most `maxSide` pixels a side. */
export async function encodeBitmap(bitmap: ImageBitmap, maxSide: number) {
  const canvas = draw(bitmap, maxSide);
  const file = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
  return { file, width: canvas.width, height: canvas.height };
}

/** Encodes pixels as a JPEG file. */
export async function encodePixels({ width, height, data }: Picture): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  openContext(canvas).putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}

/**
 * Encodes a square part of a picture as a JPEG file of `side` pixels a side. `x` and `y` are the
 * center of the square and `size` is its side, in pixels of the picture.
 */
export async function encodePart(
  file: Blob,
  { x, y, size }: { x: number; y: number; size: number },
  side: number,
): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(side, side);
  openContext(canvas).drawImage(bitmap, x - size / 2, y - size / 2, size, size, 0, 0, side, side);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 });
}

function draw(bitmap: ImageBitmap, maxSide: number, isSideways = false): OffscreenCanvas {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = isSideways
    ? new OffscreenCanvas(height, width)
    : new OffscreenCanvas(width, height);
  const context = openContext(canvas);
  context.imageSmoothingQuality = "high";
  if (isSideways) context.setTransform(0, 1, -1, 0, height, 0);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas;
}

function openContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw");
  return context;
}
