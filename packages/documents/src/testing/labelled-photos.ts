import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import type { Picture } from "../picture.ts";
import type { Point } from "../quad.ts";

/** A photo of a page, with the corners of the page in its pixels. */
export type LabelledPhoto = { file: string; picture: Picture; page: Point[] };

/**
 * Yields the photos that the `index.json` of a folder lists: `file` and `corners`, four `[x, y]` in
 * pixels.
 */
export async function* readLabelledPhotos(folder: string): AsyncGenerator<LabelledPhoto> {
  const entries: { file: string; corners: [number, number][] }[] = JSON.parse(
    await readFile(join(folder, "index.json"), "utf8"),
  );
  for (const { file, corners } of entries) {
    const { data, info } = await sharp(join(folder, file))
      .autoOrient()
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const page = corners.map(([x, y]) => ({ x, y }));
    yield { file, picture: { width: info.width, height: info.height, data }, page };
  }
}
