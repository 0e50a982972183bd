import { stat } from "node:fs/promises";
import sharp from "sharp";
import { pictureFormats } from "./find-picture-files.ts";

// Each picture is decoded once, so a cache would only hold memory.
sharp.cache(false);

/**
 * A decoded picture with 8-bit RGBA pixels. `scale` is the side of one of its pixels, in pixels of
 * the file as it is shown.
 */
export type DecodedFile =
  | { ok: true; picture: { width: number; height: number; data: Uint8Array }; scale: number }
  | { ok: false; error: string };

/**
 * Decodes a picture as it is shown: rotated by its EXIF data, with white in place of transparency.
 * `source` is the path of a file or its bytes. `limit` is the longest side in pixels, or the number
 * of megapixels; a larger picture is reduced to it. `error` is a sentence. Decoding is bounded by
 * 200 megapixels (as the largest cameras of phones have), 4096 pixels a side of an SVG, and a
 * minute.
 */
export async function decodePicture(
  source: string | Uint8Array,
  limit: number | { megapixels: number },
): Promise<DecodedFile> {
  try {
    const { format, compression, autoOrient } = await sharp(source).metadata();
    if (compression === "hevc") return { ok: false, error: heicError };
    const megapixels = Math.round((autoOrient.width * autoOrient.height) / 1_000_000);
    if (format !== "svg" && megapixels > maxMegapixels) {
      const error = `This picture has ${megapixels} megapixels, and at most ${maxMegapixels} can be read; make it smaller.`;
      return { ok: false, error };
    }
    const longestSide = typeof limit === "number" ? limit : fitSide(autoOrient, limit.megapixels);
    const density = format === "svg" ? chooseDensity(autoOrient) : 72;
    // A truncated picture may still contain something legible.
    const { data, info } = await sharp(source, { failOn: "none", density })
      .timeout({ seconds: 60 })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const picture = { data, width: info.width, height: info.height };
    return { ok: true, picture, scale: autoOrient.width / info.width };
  } catch (cause) {
    const { message } = cause as Error;
    if (await isEmpty(source)) {
      return { ok: false, error: "This is an empty file; copy the picture again." };
    }
    const error = /^timeout/.test(message)
      ? "This picture takes more than a minute to decode; save it in another format."
      : `This is not a picture that can be read (${pictureFormats}).`;
    return { ok: false, error };
  }
}

const heicError =
  "This is a HEIC picture, which cannot be read here. Convert it to JPEG, for example with heif-convert, or share it from the phone as JPEG. On an iPhone, Settings > Camera > Formats > Most Compatible takes new pictures as JPEG.";

const maxMegapixels = 200;
/** The longest side, in pixels, that the code reader accepts. */
const maxSide = 32_767;

/** Returns the longest side, in pixels, at which a picture has at most `megapixels`. */
function fitSide({ width, height }: { width: number; height: number }, megapixels: number): number {
  const factor = Math.sqrt((megapixels * 1_000_000) / (width * height));
  return factor >= 1 ? maxSide : Math.min(maxSide, Math.floor(Math.max(width, height) * factor));
}

/**
 * Returns the density, in dots per inch, at which an SVG is rendered. A small one is enlarged to a
 * longest side of 1600 pixels, at most 32 times, so that its codes can be read. A large one is
 * reduced to 4096 pixels.
 */
function chooseDensity({ width, height }: { width: number; height: number }): number {
  const side = Math.max(width, height);
  const enlargement = Math.min(32, Math.max(1, 1600 / side), 4096 / side);
  return Math.max(1, 72 * enlargement);
}

async function isEmpty(source: string | Uint8Array): Promise<boolean> {
  if (typeof source !== "string") return source.length === 0;
  const file = await stat(source).catch(() => undefined);
  return file?.size === 0;
}
