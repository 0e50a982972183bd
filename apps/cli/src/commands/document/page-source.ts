import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import {
  type DecodeCoded,
  type PdfPicturePage,
  type Picture,
  readPdfPictures,
  turn,
} from "@scanhook/documents";
import { createPictureDecoder } from "@scanhook/documents/node";
import sharp from "sharp";
import { decodePicture } from "../../picture-decoding/decode-picture.ts";
import {
  findPictureFiles,
  pictureEndings,
  pictureFormats,
} from "../../picture-decoding/find-picture-files.ts";

/**
 * A picture that becomes a page. Each `load` decodes the picture again, so that only one picture is
 * in memory. `longestSide` limits its size, in pixels.
 */
export type PageSource = {
  file: string;
  /** The page number in a PDF, from 1. Undefined for other files. */
  page?: number | undefined;
  /** The size in millimeters of a page of a PDF. Such a page fills its picture. */
  size?: { width: number; height: number };
  load(longestSide: number): Promise<LoadedPage | { ok: false; error: string }>;
};

/**
 * The picture as it is shown. `scale` is the side of one of its pixels, in pixels of the file.
 */
export type LoadedPage = { ok: true; picture: Picture; scale: number };

/**
 * Yields the pictures of files, folders and PDFs in order. Leaves out the output file `out`. A file
 * that cannot be read yields a source whose `load` returns the error.
 */
export async function* findPageSources(
  names: readonly string[],
  out: string,
): AsyncGenerator<PageSource> {
  const { decode } = createPictureDecoder();
  const formats = `${pictureFormats}, or PDF`;
  for await (const { file, error } of findPictureFiles(
    names,
    [...pictureEndings, ".pdf"],
    formats,
  )) {
    if (error === undefined && resolve(file) === resolve(out)) continue;
    if (error !== undefined) yield createFailingSource(file, error);
    else if (extname(file).toLowerCase() === ".pdf") yield* listPdfPages(file, decode);
    else yield { file, load: (longestSide) => decodePicture(file, longestSide) };
  }
}

const createFailingSource = (file: string, error: string, page?: number): PageSource => ({
  file,
  page,
  load: async () => ({ ok: false, error }),
});

async function* listPdfPages(file: string, decode: DecodeCoded): AsyncGenerator<PageSource> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    yield createFailingSource(file, `This cannot be read (${(error as Error).message}).`);
    return;
  }
  const found = await readPdfPictures(bytes, decode);
  if (!found.ok) return yield createFailingSource(file, found.problem);
  const pages = found.pages.map(
    (page): PageSource => ({
      file,
      page: page.number,
      size: page.size,
      load: (longestSide) => loadPdfPage(page, longestSide),
    }),
  );
  const refused = found.problems.map(({ number, problem }) =>
    createFailingSource(file, problem, number),
  );
  yield* [...pages, ...refused].sort((a, b) => a.page! - b.page!);
}

async function loadPdfPage(
  page: PdfPicturePage,
  longestSide: number,
): Promise<LoadedPage | { ok: false; error: string }> {
  const image = await page.load();
  if (image.kind === "problem") return { ok: false, error: image.problem };
  const decoded =
    image.kind === "jpeg"
      ? await decodePicture(image.bytes, longestSide)
      : await decodePicture(await toPng(image), longestSide);
  return decoded.ok ? { ...decoded, picture: turn(decoded.picture, page.quarterTurns) } : decoded;
}

type Samples = Exclude<Awaited<ReturnType<PdfPicturePage["load"]>>, { kind: "jpeg" | "problem" }>;

/** Encodes samples as PNG, so that `decodePicture` reduces them like every other picture. */
async function toPng(image: Samples): Promise<Uint8Array> {
  if (image.kind === "pixels") {
    const { width, height, data } = image.picture;
    return sharp(data, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  }
  const { width, height, bytes } = image;
  const grey = new Uint8Array(width * height);
  const stride = (width + 7) >> 3;
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++)
      grey[index] = (bytes[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1 ? 0 : 255;
  }
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
