import type { Picture } from "@scanhook/documents";
import { openPicture } from "../../readers/camera/pictures.ts";
import { release } from "./release.ts";

/**
 * Decodes a picture file upright, with a longer side of at most `maxSide` pixels. Returns undefined
 * if the browser cannot decode it.
 */
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
  if (scale === 1 && fullHeight > stripHeight) return drawStrips(source, fullWidth, fullHeight);
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const context = openContext(new OffscreenCanvas(width, height));
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height);
  context.canvas.width = 0;
  return pixels;
}

/**
 * The height of the canvas on which large pictures are drawn part by part, in pixels. A canvas for
 * a photo of 12 megapixels would take another 48 MB.
 */
const stripHeight = 512;

function drawStrips(source: CanvasImageSource, width: number, height: number): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  const context = openContext(new OffscreenCanvas(width, stripHeight));
  context.globalCompositeOperation = "copy";
  for (let top = 0; top < height; top += stripHeight) {
    const rows = Math.min(stripHeight, height - top);
    context.drawImage(source, 0, top, width, rows, 0, 0, width, rows);
    const strip = context.getImageData(0, 0, width, rows);
    data.set(strip.data, top * width * 4);
    release(strip);
  }
  context.canvas.width = 0;
  return { width, height, data };
}

/** Encodes a picture as a file. */
export async function encodePicture(
  { width, height, data }: Picture,
  type: "image/jpeg" | "image/png",
  quality = 0.75,
): Promise<Blob> {
  const context = openContext(new OffscreenCanvas(width, height));
  const image = new ImageData(new Uint8ClampedArray(data), width, height);
  context.putImageData(image, 0, 0);
  release(image);
  const file = await context.canvas.convertToBlob({ type, quality });
  context.canvas.width = 0;
  return file;
}

function openContext(canvas: OffscreenCanvas) {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("this browser cannot draw");
  return context;
}
