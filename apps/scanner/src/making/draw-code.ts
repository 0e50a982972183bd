import { moduleWidths, toSvg, type WritableFormat } from "@scanhook/code-writer";
import { setResolution } from "./png-resolution.ts";

/** The resolution of pictures and sheets in dots per inch. */
export const dpi = 300;

const cssPixelsPerInch = 96;

/**
 * Returns the width of a module in pixels at 300 dpi. It is whole, so that all bars and squares are
 * equal.
 */
export function toModulePixels(format: WritableFormat): number {
  return Math.round((moduleWidths[format] / 25.4) * dpi);
}

/** Draws a code on white at 300 dpi, with its light margin. Rejects if the browser cannot draw. */
export async function drawCode(format: WritableFormat, content: string): Promise<OffscreenCanvas> {
  const pixels = toModulePixels(format);
  // The size of the SVG is that of the canvas, because browsers may scale the pixels of a smaller
  // one.
  const moduleWidth = (pixels / cssPixelsPerInch) * 25.4;
  const { svg, columns, rows } = toSvg(format, content, { moduleWidth });
  const image = new Image();
  image.src = toImageAddress(svg);
  await image.decode();
  const [width, height] = [columns * pixels, rows * pixels];
  const canvas = new OffscreenCanvas(width, Math.ceil(height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** Draws a code as a PNG file that says its resolution. Rejects if the browser cannot draw. */
export async function drawPng(format: WritableFormat, content: string): Promise<Blob> {
  const canvas = await drawCode(format, content);
  const png = await canvas.convertToBlob({ type: "image/png" });
  return new Blob([setResolution(new Uint8Array(await png.arrayBuffer()), dpi)], {
    type: png.type,
  });
}

/** Returns an address for the `src` of an image. */
export function toImageAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
