import type { Filter } from "@scanhook/documents";
import { type PdfPage, type Picture, type Style, toBits } from "@scanhook/documents";
import sharp from "sharp";

/**
 * Encodes a page with its filter applied as the PDF takes it: black and white without loss, the
 * rest as JPEG.
 */
export async function encodePage(
  picture: Picture,
  filter: Filter,
  style: Style,
): Promise<PdfPage["image"]> {
  const { width, height, data } = picture;
  if (filter === "black-and-white") return { kind: "bits", bytes: toBits(picture), width, height };
  const isGrey = filter === "grey" || (filter === "clean" && style === "grey");
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  const bytes = await (isGrey ? image.toColourspace("b-w") : image)
    .jpeg({ quality: 75 })
    .toBuffer();
  return { kind: "jpeg", bytes, width, height, components: isGrey ? 1 : 3 };
}
