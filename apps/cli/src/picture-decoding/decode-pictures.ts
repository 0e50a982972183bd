import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { type CodeFormat, type CodeReader, createCodeReader, type Reading } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import sharp from "sharp";

/** What came of one file. With `error` (a sentence) there was no picture to read, and `readings` is empty. */
export type DecodedPicture = { file: string; readings: Reading[]; ms: number; error?: string };

/**
 * Reads the codes in files and in folders (with what lies below them, in the order of their names), one result a file.
 * Corners are pixels of the picture as it is shown, turned as its EXIF says. Nothing about a file throws.
 */
export async function* decodePictures(
  names: Iterable<string> | AsyncIterable<string>,
  formats?: readonly CodeFormat[],
): AsyncGenerator<DecodedPicture> {
  const reader = await createCodeReader({ wasm: await readerWasm(), ...(formats && { formats }) });
  for await (const found of findFiles(names)) yield await decode(reader, await load(found));
}

type Found = { file: string; error?: string };

async function* findFiles(names: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Found> {
  for await (const name of names) {
    const kind = await kindOf(name);
    if (kind === "folder") yield* findInFolder(name);
    else yield kind === "file" ? { file: name } : { file: name, error: kind };
  }
}

async function kindOf(name: string): Promise<"file" | "folder" | (string & {})> {
  try {
    const found = await stat(name);
    if (found.isDirectory()) return "folder";
    return found.isFile() ? "file" : "This is neither a file nor a folder; name a picture file.";
  } catch (error) {
    return sentenceOf(error);
  }
}

async function* findInFolder(folder: string): AsyncGenerator<Found> {
  let names: string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch (error) {
    yield { file: folder, error: sentenceOf(error) };
    return;
  }
  const pictures = names.filter((name) => endings.has(extname(name).toLowerCase())).sort();
  for (const name of pictures) yield { file: join(folder, name) };
  if (pictures.length === 0) {
    yield { file: folder, error: `There is no picture in this folder (${kinds}).` };
  }
}

const kinds = "JPEG, PNG, WebP, AVIF, TIFF, GIF or SVG";
const endings = new Set(".jpg .jpeg .jpe .jfif .png .webp .avif .tif .tiff .gif .svg".split(" "));

function sentenceOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "There is no file or folder of this name.";
  if (code === "EACCES" || code === "EPERM") return "This may not be read; check its permissions.";
  return `This cannot be read (${(error as Error).message}).`;
}

type Loaded = Found & { frame?: Parameters<CodeReader["still"]>[0]; scale: number; ms: number };

/** Unpacks a picture as it is shown: turned as its EXIF says, on white where it is see-through. */
async function load({ file, error }: Found): Promise<Loaded> {
  const start = performance.now();
  const failed = (reason: string) => ({ file, error: reason, scale: 1, ms: since(start) });
  if (error !== undefined) return failed(error);
  try {
    const { format, autoOrient } = await sharp(file).metadata();
    // A drawing has no pixels of its own; give even a small one enough of them.
    const enlarge = format === "svg" ? 1600 / Math.max(autoOrient.width, autoOrient.height) : 1;
    const density = 72 * Math.min(32, Math.max(1, enlarge));
    // A picture cut off half way may still show its code whole.
    const picture = sharp(file, { failOn: "none", density });
    const { data, info } = await picture
      .autoOrient()
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "white" })
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    const frame = { data, width: info.width, height: info.height };
    return { file, frame, scale: autoOrient.width / info.width, ms: since(start) };
  } catch (cause) {
    const { message } = cause as Error;
    return failed(
      /pixel limit/.test(message)
        ? "This picture has too many pixels; make it smaller."
        : `This is not a picture that can be read (${kinds}).`,
    );
  }
}

/** A larger picture is made smaller first: at four bytes a pixel this is a quarter of a gigabyte. */
const longestSide = 8192;

async function decode(reader: CodeReader, loaded: Loaded): Promise<DecodedPicture> {
  const { file, error, frame, scale, ms } = loaded;
  if (!frame) return { file, readings: [], ms, ...(error !== undefined && { error }) };
  const start = performance.now();
  const readings = (await reader.still(frame)).map((reading) => scaled(reading, scale));
  return { file, readings, ms: Math.round((ms + since(start)) * 10) / 10 };
}

function scaled(reading: Reading, scale: number): Reading {
  const corners = reading.corners.map(({ x, y }) => ({
    x: Math.round(x * scale * 10) / 10,
    y: Math.round(y * scale * 10) / 10,
  }));
  return { ...reading, corners: corners as Reading["corners"] };
}

function since(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}
