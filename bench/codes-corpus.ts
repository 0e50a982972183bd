// The pictures of a folder with an index.json, as they are or made harder.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { LabelledCode, LabelledPicture } from "../packages/codes/src/testing/score-picture.ts";

/**
 * An entry of index.json. `source` names where the picture comes from. `codes` lists the labelled
 * codes of a picture that has several.
 */
export type CorpusEntry = LabelledPicture & { source?: string; codes?: LabelledCode[] };

/** RGBA in memory that the threads of the readers share. */
export type SharedPicture = { data: SharedArrayBuffer; width: number; height: number };

/** How pictures are made harder before they are read. */
export const changes = ["none", "turn20", "turn45", "soft", "small", "jpeg"] as const;
export type Change = (typeof changes)[number];

/** Reads index.json. Throws an Error that says what is expected if the folder has none. */
export async function readIndex(folder: string): Promise<CorpusEntry[]> {
  const path = join(folder, "index.json");
  const text = await readFile(path, "utf8").catch((cause) => {
    throw new Error(
      `${path} cannot be read; pass a folder with an index.json that lists { file, format, expected } for each picture.`,
      { cause },
    );
  });
  return JSON.parse(text);
}

/** Decodes a picture of the corpus as a browser shows it, on white, and changes it. */
export async function openPicture(
  folder: string,
  { file }: CorpusEntry,
  change: Change,
): Promise<SharedPicture> {
  const upright = sharp(join(folder, file))
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("srgb");
  const { data, info } = await (await applyChange(upright, change))
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharePicture({ data, width: info.width, height: info.height });
}

export function sharePicture(picture: {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}): SharedPicture {
  const { data, width, height } = picture;
  const shared = new SharedArrayBuffer(data.length);
  new Uint8Array(shared).set(data);
  return { data: shared, width, height };
}

async function applyChange(upright: Sharp, change: Change): Promise<Sharp> {
  if (change === "none") return upright;
  // Sharp orders its operations itself, so the picture is finished before it is changed.
  const picture = sharp(await upright.png({ compressionLevel: 0 }).toBuffer());
  if (change === "turn20") return picture.rotate(20, { background: "#999" });
  if (change === "turn45") return picture.rotate(45, { background: "#999" });
  if (change === "soft") return picture.blur(1.1);
  if (change === "jpeg") return sharp(await picture.jpeg({ quality: 25 }).toBuffer());
  const { width } = await picture.metadata();
  return picture.resize(Math.max(80, Math.round(width * 0.65)));
}

/** Returns 0 or 1, at random but always the same for a file (FNV-1a and a last mix). */
export function toHalf(file: string): 0 | 1 {
  let hash = 2_166_136_261;
  for (const character of file) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995) >>> 0;
  return ((hash ^ (hash >>> 15)) & 1) as 0 | 1;
}

/**
 * Whether a picture is not from the test pictures of ZXing or zxing-cpp, against which zxing-cpp is
 * developed.
 */
export function isOutsideZxing({ source }: CorpusEntry): boolean {
  return source !== undefined && !source.includes("zxing");
}
