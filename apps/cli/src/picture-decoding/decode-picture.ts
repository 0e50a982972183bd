import { stat } from "node:fs/promises";
import sharp from "sharp";
import { pictureFormats } from "./find-picture-files.ts";

// Each picture is decoded once, so a cache would only hold memory.
sharp.cache(false);

/**
 * RGBA, 8 bits each. `scale` is how many pixels of the file, as it is shown, each of these covers
 * to a side.
 */
export type DecodedFile =
  | { ok: true; picture: { width: number; height: number; data: Uint8Array }; scale: number }
  | { ok: false; error: string };

/**
 * Decodes a picture as it is shown: rotated by its EXIF data, with white in place of transparency.
 * `source` is the path of a file or its bytes. A picture that is larger than `limit` is reduced to
 * it: to a longest side in pixels, or to megapixels. A failure is a sentence. What a picture may
 * cost is bounded: 200 megapixels, as the largest cameras of phones have, 4096 pixels a side of an
 * SVG, and a minute.
 */
export async function decodePicture(
  source: string | Uint8Array,
  limit: number | { megapixels: number },
): Promise<DecodedFile> {
  try {
    const { format, autoOrient } = await sharp(source).metadata();
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

const maxMegapixels = 200;
/** The code reader takes no longer side. */
const maxSide = 32_767;

/** Returns the longest side that a picture may have so that it has this many megapixels at most. */
function fitSide({ width, height }: { width: number; height: number }, megapixels: number): number {
  const factor = Math.sqrt((megapixels * 1_000_000) / (width * height));
  return factor >= 1 ? maxSide : Math.min(maxSide, Math.floor(Math.max(width, height) * factor));
}

/**
 * An SVG has no resolution. Renders a small one large enough for reading, and a large one no larger
 * than a scan.
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
