// Photos of a printed page on a dark table, for everything that makes documents of them.
import sharp, { type Sharp } from "sharp";

export type PhotographedPage = {
  lines?: readonly string[];
  /**
   * Degrees clockwise by which the page lies askew, and by which the whole photo is then turned.
   */
  askew?: number;
  turned?: 0 | 90 | 180 | 270;
  /** How much darker the right half is, from 0 to 1. */
  shadow?: number;
  /** The color of the letters. */
  ink?: string;
  /** Pixels of the upright photo. */
  width?: number;
  height?: number;
};

/**
 * Millimeters of A4, and those of the table around it that the photo shows, if the photo is as wide
 * as 3 : 4.
 */
const [pageWidth, pageHeight, tableWidth, tableHeight] = [210, 297, 261, 348];

/**
 * Draws a photo of an A4 page from straight above. `corners` are those of the page in the photo, in
 * pixels, from the top left corner of its text.
 */
export async function drawPhotographedPage({
  lines = [],
  askew = 0,
  turned = 0,
  shadow = 0,
  ink = "#222",
  width = 2250,
  height = 3000,
}: PhotographedPage = {}): Promise<{ image: Sharp; corners: [number, number][] }> {
  const letters = lines.map(
    (line, index) =>
      `<text x="20" y="${30 + index * 7}" font-family="DejaVu Sans, Liberation Sans, Arial, sans-serif" font-size="4" fill="${ink}">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${tableWidth} ${tableHeight}">
    <linearGradient id="shadow"><stop offset=".45" stop-opacity="0"/><stop offset=".55" stop-opacity="${shadow}"/></linearGradient>
    <rect width="100%" height="100%" fill="#4a3c32"/>
    <g transform="translate(${tableWidth / 2} ${tableHeight / 2}) rotate(${askew}) translate(${-pageWidth / 2} ${-pageHeight / 2})">
      <rect width="${pageWidth}" height="${pageHeight}" fill="#f6f4ee"/>${letters.join("")}</g>
    <rect width="100%" height="100%" fill="url(#shadow)"/></svg>`;
  const upright = await sharp(Buffer.from(svg))
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  const angle = (askew * Math.PI) / 180;
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]): [number, number] => {
    const [right, down] = [(x! * pageWidth) / 2, (y! * pageHeight) / 2];
    const across = tableWidth / 2 + right * Math.cos(angle) - down * Math.sin(angle);
    const along = tableHeight / 2 + right * Math.sin(angle) + down * Math.cos(angle);
    return turnPoint([(across / tableWidth) * width, (along / tableHeight) * height]);
  });
  return { image: sharp(upright).rotate(turned), corners };

  function turnPoint([x, y]: [number, number]): [number, number] {
    if (turned === 90) return [height - y, x];
    if (turned === 180) return [width - x, height - y];
    return turned === 270 ? [y, width - x] : [x, y];
  }
}

/**
 * Says why no letters can be drawn here, such as in a container without fonts; undefined if they
 * can.
 */
export async function findMissingFonts(): Promise<string | undefined> {
  const draw = async (lines: string[]) =>
    (await drawPhotographedPage({ lines, width: 522, height: 696 })).image.raw().toBuffer();
  const isBlank = (await draw(["Two words"])).equals(await draw([]));
  return isBlank ? "this machine has no fonts to draw pages with" : undefined;
}
