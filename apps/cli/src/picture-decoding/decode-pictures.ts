import {
  type CodeFormat,
  type CodeReader,
  createCodeReader,
  type Reading,
  toFullAscii,
} from "@scanhook/codes";
import { readerWasm } from "@scanhook/codes/node";
import { decodePicture } from "./decode-picture.ts";
import { type FoundFile, findPictureFiles } from "./find-picture-files.ts";

/**
 * The result for one file. `places` is the number of image regions that were read again because
 * they might be codes. If `error` (a sentence) is set, the picture could not be decoded, and
 * `readings` is empty.
 */
export type DecodedPicture = {
  file: string;
  readings: Reading[];
  places: number;
  ms: number;
  error?: string | undefined;
};

/**
 * Reads the codes in files and folders, with their subfolders, in the order of their names. Yields
 * one result for each file. Corners are pixels of the picture as it is shown, rotated by its EXIF
 * data. Problems with a file do not throw. With `fullAscii`, a Code 39 is read as full ASCII.
 */
export async function* decodePictures(
  names: Iterable<string> | AsyncIterable<string>,
  {
    formats,
    fullAscii,
  }: { formats?: readonly CodeFormat[] | undefined; fullAscii?: true | undefined } = {},
): AsyncGenerator<DecodedPicture> {
  const reader = await createCodeReader({ wasm: await readerWasm(), formats });
  for await (const file of findPictureFiles(names)) {
    const picture = await readPicture(reader, await loadPicture(file));
    if (fullAscii) picture.readings = picture.readings.map(toFullAscii);
    yield picture;
  }
}

type LoadedPicture = FoundFile & {
  frame?: Parameters<CodeReader["still"]>[0];
  scale: number;
  decodeMs: number;
};

async function loadPicture({ file, error }: FoundFile): Promise<LoadedPicture> {
  const start = performance.now();
  const decoded =
    error === undefined
      ? await decodePicture(file, { megapixels: maxMegapixels })
      : { ok: false as const, error };
  const decodeMs = measureElapsedMs(start);
  return decoded.ok
    ? { file, frame: decoded.picture, scale: decoded.scale, decodeMs }
    : { file, error: decoded.error, scale: 1, decodeMs };
}

/**
 * Larger pictures are scaled down first. At four bytes for each pixel this is a quarter of a
 * gigabyte.
 */
const maxMegapixels = 64;

async function readPicture(reader: CodeReader, loaded: LoadedPicture): Promise<DecodedPicture> {
  const { file, error, frame, scale, decodeMs } = loaded;
  let places = 0;
  if (!frame) return { file, readings: [], places, ms: decodeMs, error };
  const start = performance.now();
  const found = await reader.still(frame, { all: true, onPlace: () => places++ });
  const readings = found.map((reading) => scaleCorners(reading, scale));
  const ms = Math.round((decodeMs + measureElapsedMs(start)) * 10) / 10;
  return { file, readings, places, ms };
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
