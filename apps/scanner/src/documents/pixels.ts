import type { Picture } from "@scanhook/documents";
import { openPicture } from "../readers/camera/pictures.ts";

/** Draws a picture file upright. Returns undefined if the browser cannot show it. */
export async function readPixels(file: Blob, maxSide?: number): Promise<Picture | undefined> {
  const opened = await openPicture(file);
  if (!opened.ok) return undefined;
  const pixels = drawPixels(opened.bitmap, maxSide);
  opened.bitmap.close();
  return pixels;
}

/** Reads the pixels of a bitmap or a video, scaled down to at most `maxSide` pixels a side. */
export function drawPixels(
  source: ImageBitmap | HTMLVideoElement,
  maxSide = Number.POSITIVE_INFINITY,
): Picture {
  const [fullWidth, fullHeight] =
    source instanceof ImageBitmap
      ? [source.width, source.height]
      : [source.videoWidth, source.videoHeight];
  const scale = Math.min(1, maxSide / Math.max(fullWidth, fullHeight));
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Encodes a picture as a file. */
export async function encodePicture(
  { width, height, data }: Picture,
  type: "image/jpeg" | "image/png",
  quality = 0.75,
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(new Uint8ClampedArray(data), width, height);
  canvas.getContext("2d")!.putImageData(image, 0, 0);
  return canvas.convertToBlob({ type, quality });
}
