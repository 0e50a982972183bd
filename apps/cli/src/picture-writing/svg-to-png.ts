import sharp from "sharp";

/**
 * Draws an SVG as a PNG that is `width` pixels wide and says `dpi`. A PNG of few
 * grays is small.
 */
export async function svgToPng(
  svg: string,
  { width, dpi }: { width: number; dpi: number },
): Promise<Buffer> {
  return sharp(Buffer.from(svg))
    .resize(width)
    .withDensity(dpi)
    .png({ palette: true, colors: 16 })
    .toBuffer();
}
