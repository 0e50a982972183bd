import { readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";

/**
 * A file that was named, or that lies in a folder that was named. `error` is a sentence if the file
 * or folder cannot be read.
 */
export type FoundFile = { file: string; error?: string };

/** The picture formats that can be read, as a sentence names them. */
export const pictureFormats = "JPEG, PNG, WebP, AVIF, TIFF, GIF or SVG";
/**
 * The file endings of pictures. HEIC cannot be read, but a sentence says how to convert it, so
 * those files are not passed over.
 */
export const pictureEndings: readonly string[] =
  ".jpg .jpeg .jpe .jfif .png .webp .avif .tif .tiff .gif .svg .heic .heif".split(" ");

/**
 * Yields the named files. For a folder, yields the files in it and its subfolders that have one of
 * the endings, in the order of their names. `formats` names the formats of the endings in
 * sentences.
 */
export async function* findPictureFiles(
  names: Iterable<string> | AsyncIterable<string>,
  endings: readonly string[] = pictureEndings,
  formats: string = pictureFormats,
): AsyncGenerator<FoundFile> {
  for await (const name of names) {
    const kind = await determineKind(name);
    if (kind === "folder") yield* findInFolder(name, endings, formats);
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

async function* findInFolder(
  folder: string,
  endings: readonly string[],
  formats: string,
): AsyncGenerator<FoundFile> {
  let names: string[];
  try {
    names = await readdir(folder, { recursive: true });
  } catch (error) {
    yield { file: folder, error: describeError(error) };
    return;
  }
  const pictures = names
    .filter((name) => endings.includes(extname(name).toLowerCase()))
    .sort(inOrderOfNumbers);
  for (const name of pictures) yield { file: join(folder, name) };
  if (pictures.length === 0) {
    yield { file: folder, error: `There is no picture in this folder (${formats}).` };
  }
}

/** Puts `page-2` before `page-10`. */
const inOrderOfNumbers = new Intl.Collator("en", { numeric: true }).compare;

function describeError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "There is no file or folder of this name.";
  if (code === "EACCES" || code === "EPERM") return "This cannot be read; check its permissions.";
  return `This cannot be read (${(error as Error).message}).`;
}
