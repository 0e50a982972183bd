import sharp, { type Sharp } from "sharp";
import type { Picture } from "../../picture.ts";

/** A4 at 200 dots an inch. */
const [width, height] = [1654, 2339];

const vocabulary =
  `The quick brown fox jumps over a lazy dog while seven wizards mix jade potions from exact recipes kept in Vienna since
  1897. Invoice number 20481 was paid on 14 March 2026 by bank transfer; the delivery of 36 boxes is expected before Friday.
  Please sign here and return one copy to the office. Thank you for your order!`.split(/\s+/);

/** Returns lines of printed text with a number of words in all, the same at every call. */
export function composeLines(wordCount: number): string[] {
  const lines: string[] = [];
  let words: string[] = [];
  for (let index = 0; index < wordCount; index++) {
    // Walks through the vocabulary in steps that do not repeat a line.
    words.push(vocabulary[(index * 7 + Math.floor(index / 11)) % vocabulary.length]!);
    if (words.join(" ").length > 58 || index === wordCount - 1) {
      lines.push(words.join(" "));
      words = [];
    }
  }
  return lines;
}

export type PrintedPage = {
  font?: string;
  /** Pixels: 28 are 10 points. */
  size?: number;
  /** How much darker the right half is, from 0 to 1, with an edge of a tenth of the width. */
  shadow?: number;
};

/** Draws a page of printed text. */
export async function drawPrintedPage(
  lines: readonly string[],
  {
    font = "DejaVu Sans, Liberation Sans, Arial, sans-serif",
    size = 32,
    shadow = 0,
  }: PrintedPage = {},
): Promise<Picture> {
  const text = lines.map(
    (line, index) =>
      `<text x="140" y="${200 + index * size * 1.6}" font-family="${font}" font-size="${size}" fill="#222">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="shadow"><stop offset=".45" stop-opacity="0"/><stop offset=".55" stop-opacity="${shadow}"/></linearGradient>
    <rect width="100%" height="100%" fill="#fbfaf7"/>${text.join("")}
    <rect width="100%" height="100%" fill="url(#shadow)"/></svg>`;
  return toPicture(sharp(Buffer.from(svg)));
}

/** Decodes a picture of sharp. */
export async function toPicture(image: Sharp): Promise<Picture> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/**
 * Says why no letters can be drawn here, such as in a container without fonts; undefined if they
 * can.
 */
export async function findMissingFonts(): Promise<string | undefined> {
  const blank = await drawPrintedPage([]);
  const page = await drawPrintedPage(["Two words"]);
  const isBlank = Buffer.compare(Buffer.from(page.data), Buffer.from(blank.data)) === 0;
  return isBlank ? "this machine has no fonts to draw pages with" : undefined;
}
