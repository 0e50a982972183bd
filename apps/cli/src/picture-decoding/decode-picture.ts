import { stat } from "node:fs/promises";
import sharp from "sharp";
import { pictureFormats } from "./find-picture-files.ts";

// Each picture is decoded once, so a cache would only hold memory.
sharp.cache(false);

/** RGBA, 8 bits each. `scale` is how many pixels of the file, as it is shown, each of these covers to a side. */
export type DecodedFile =
  | { ok: true; picture: { width: number; height: number; data: Uint8Array }; scale: number }
  | { ok: false; error: string };

/**
 * Decodes a picture as it is shown: rotated by its EXIF data, with white in place of transparency. `source` is the path of a
 * file or its bytes. A picture with a longer side than `longestSide` is reduced to it. A failure is a sentence.
 */
export async function decodePicture(
  source: string | Uint8Array,
  longestSide: number,
): Promise<DecodedFile> {
  try {
    const { format, autoOrient } = await sharp(source).metadata();
    // An SVG has no resolution. Renders even a small one large enough for reading.
    const enlarge = format === "svg" ? 1600 / Math.max(autoOrient.width, autoOrient.height) : 1;
    const density = 72 * Math.min(32, Math.max(1, enlarge));
    // A truncated picture may still contain something legible.
    const { data, info } = await sharp(source, { failOn: "none", density })
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
    const error = /pixel limit/.test(message)
      ? "This picture has too many pixels; make it smaller."
      : `This is not a picture that can be read (${pictureFormats}).`;
    return { ok: false, error };
  }
}

async function isEmpty(source: string | Uint8Array): Promise<boolean> {
  if (typeof source !== "string") return source.length === 0;
  const file = await stat(source).catch(() => undefined);
  return file?.size === 0;
}
