import sharp from "sharp";
import type { PdfInfo } from "../metadata.ts";
import { createPdfWriter, type PdfImage, type PdfPage } from "../pdf-writer.ts";
import type { PdfWord } from "../text-layer.ts";

export const A4 = { width: 210, height: 297 };

/** Writes a whole file into memory. */
export async function writePdf(pages: PdfPage[], info: Partial<PdfInfo> = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = createPdfWriter(
    { title: "Letter", date: new Date("2026-11-22T10:30:45.678Z"), ...info },
    (bytes) => {
      chunks.push(bytes);
    },
  );
  for (const page of pages) await writer.addPage(page);
  await writer.finish();
  return Buffer.concat(chunks);
}

/** Draws a JPEG of one color. */
export async function drawJpeg(
  width: number,
  height: number,
  components: 1 | 3 = 3,
): Promise<PdfImage> {
  const image = sharp({ create: { width, height, channels: 3, background: "#e8e4da" } });
  const bytes = await image
    .toColorspace(components === 1 ? "b-w" : "srgb")
    .jpeg()
    .toBuffer();
  return { kind: "jpeg", bytes: new Uint8Array(bytes), width, height, components };
}

/** Draws a black frame on white. */
export function drawBits(width: number, height: number): PdfImage {
  const stride = Math.ceil(width / 8);
  const bytes = new Uint8Array(stride * height);
  for (const row of [2, height - 3]) bytes.fill(0xff, row * stride, (row + 1) * stride);
  for (let row = 0; row < height; row++) bytes[row * stride + 1] = 0xf0;
  return { kind: "bits", bytes, width, height };
}

/** Places the words of lines, separated by spaces, on an A4 page of 200 dpi. */
export function placeWords(lines: string[], { toLeft = false } = {}): PdfWord[] {
  return lines.flatMap((text, line) => {
    let x = toLeft ? 1550 : 100;
    return text.split(" ").map((word) => {
      const width = Array.from(word).length * 12;
      const box = { x: toLeft ? x - width : x, y: 150 + line * 60, width, height: 40 };
      x += (width + 12) * (toLeft ? -1 : 1);
      return { text: word, line, box };
    });
  });
}
