import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { type CodeFormat, type CodeReader, createCodeReader, type Reading } from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import sharp from "sharp";

/** The result of one file. With `error` (a sentence) there was no picture to read, and `readings` is empty. */
export type DecodedPicture = { file: string; readings: Reading[]; ms: number; error?: string };

/**
 * Reads the codes in files and folders, with their subfolders, in the order of their names. Yields one result for each
 * file. Corners are pixels of the picture as it is shown, rotated by its EXIF data. Problems with a file do not throw.
 */
export async function* decodePictures(
  names: Iterable<string> | AsyncIterable<string>,
  formats?: readonly CodeFormat[],
): AsyncGenerator<DecodedPicture> {
  const reader = await createCodeReader({ wasm: await readerWasm(), ...(formats && { formats }) });
  for await (const file of findFiles(names))
    yield await decodePicture(reader, await loadPicture(file));
}

type FoundFile = { file: string; error?: string };

async function* findFiles(
  names: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<FoundFile> {
  for await (const name of names) {
    const kind = await determineKind(name);
    if (kind === "folder") yield* findInFolder(name);
    else yield kind === "file" ? { file: name } : { file: name, error: kind };
  }
}

async function determineKind(name: string): Promise<"file" | "folder" | (string & {})> {
  try {
    const stats = await stat(name);
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "This is neither a file nor a folder; name a picture file.";
  } catch (error) {
    return describeError(error);
  }
}

async function* findInFolder(folder: string): AsyncGenerator<FoundFile> {
  let names: string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch (error) {
    yield { file: folder, error: describeError(error) };
    return;
  }
  const pictures = names.filter((name) => endings.has(extname(name).toLowerCase())).sort();
  for (const name of pictures) yield { file: join(folder, name) };
  if (pictures.length === 0) {
    yield { file: folder, error: `There is no picture in this folder (${formatNames}).` };
  }
}

const formatNames = "JPEG, PNG, WebP, AVIF, TIFF, GIF or SVG";
const endings = new Set(".jpg .jpeg .jpe .jfif .png .webp .avif .tif .tiff .gif .svg".split(" "));

function describeError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "There is no file or folder of this name.";
  if (code === "EACCES" || code === "EPERM") return "This cannot be read; check its permissions.";
  return `This cannot be read (${(error as Error).message}).`;
}

type LoadedPicture = FoundFile & {
  frame?: Parameters<CodeReader["still"]>[0];
  scale: number;
  ms: number;
};

/** Decodes a picture as it is shown: rotated by its EXIF data, with white in place of transparency. */
async function loadPicture({ file, error }: FoundFile): Promise<LoadedPicture> {
  const start = performance.now();
  const fail = (reason: string) => ({ file, error: reason, scale: 1, ms: measureElapsedMs(start) });
  if (error !== undefined) return fail(error);
  try {
    const { format, autoOrient } = await sharp(file).metadata();
    // An SVG has no resolution. Renders even a small one large enough for reading.
    const enlarge = format === "svg" ? 1600 / Math.max(autoOrient.width, autoOrient.height) : 1;
    const density = 72 * Math.min(32, Math.max(1, enlarge));
    // A truncated picture may still contain a complete code.
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
    return { file, frame, scale: autoOrient.width / info.width, ms: measureElapsedMs(start) };
  } catch (cause) {
    const { message } = cause as Error;
    return fail(
      /pixel limit/.test(message)
        ? "This picture has too many pixels; make it smaller."
        : `This is not a picture that can be read (${formatNames}).`,
    );
  }
}

/** Larger pictures are scaled down first. At four bytes for each pixel this is a quarter of a gigabyte. */
const longestSide = 8192;

async function decodePicture(reader: CodeReader, loaded: LoadedPicture): Promise<DecodedPicture> {
  const { file, error, frame, scale, ms } = loaded;
  if (!frame) return { file, readings: [], ms, ...(error !== undefined && { error }) };
  const start = performance.now();
  const found = await reader.still(frame, { all: true });
  const readings = found.map((reading) => scaleCorners(reading, scale));
  return { file, readings, ms: Math.round((ms + measureElapsedMs(start)) * 10) / 10 };
}

function scaleCorners(reading: Reading, scale: number): Reading {
  const corners = reading.corners.map(({ x, y }) => ({
    x: Math.round(x * scale * 10) / 10,
    y: Math.round(y * scale * 10) / 10,
  }));
  return { ...reading, corners: corners as Reading["corners"] };
}

function measureElapsedMs(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}
