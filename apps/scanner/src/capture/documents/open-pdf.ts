import {
  type DecodedImage,
  type PdfPicturePage,
  type PdfProblemPage,
  type Picture,
  readPdfPictures,
} from "@scanhook/documents";
import { documentTexts } from "../../texts/documents.ts";
import { formatItems, formatNumber } from "../../texts/numbers.ts";
import { createPictureDecoder } from "./picture-decoder.ts";
import { encodePicture } from "./pixels.ts";

export function isPdf(file: File): boolean {
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name);
}

/**
 * What became of a page: `refused` if it could not be opened, and `stopped` if no more are wanted.
 */
export type Taken = "added" | "refused" | "stopped";

/**
 * Passes the pages of a PDF file of pictures to `take` as picture files, one after another. Skips
 * pages that cannot be read or are refused. Returns a sentence that names the skipped pages or says
 * why the file cannot be read; undefined if all pages were added or `take` stopped.
 */
export async function takePdfPages(
  file: File,
  take: (picture: Blob, quarterTurns: number) => Promise<Taken>,
): Promise<string | undefined> {
  const decoder = createPictureDecoder();
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const pictures = await readPdfPictures(bytes, decoder.decode);
    if (!pictures.ok) return pictures.problem;
    const skipped = [...pictures.problems];
    for (const page of pictures.pages) {
      const taken = await takePage(page, take);
      if (taken === "stopped") return undefined;
      if (taken !== "added") skipped.push({ number: page.number, problem: taken });
    }
    return skipped.length > 0 ? describeSkipped(skipped) : undefined;
  } finally {
    decoder.stop();
  }
}

/** Returns `added`, `stopped`, or a sentence that says why the page is skipped. */
async function takePage(
  { number, quarterTurns, load }: PdfPicturePage,
  take: (picture: Blob, quarterTurns: number) => Promise<Taken>,
): Promise<"added" | "stopped" | string> {
  const image = await load();
  if (image.kind === "problem") return image.problem;
  const picture = await encodeImage(image).catch(() => undefined);
  const taken = picture ? await take(picture, quarterTurns) : "refused";
  return taken === "refused" ? documentTexts.skippedPages.damaged({ page: number }) : taken;
}

async function encodeImage(image: DecodedImage): Promise<Blob> {
  if (image.kind === "jpeg") return new Blob([new Uint8Array(image.bytes)], { type: "image/jpeg" });
  return encodePicture(image.kind === "bits" ? fromBits(image) : image.picture, "image/png");
}

/** The number of further pages that a sentence names. */
const maxNamed = 10;

/** Returns a sentence that says why the first skipped page is skipped, and lists the others. */
function describeSkipped(skipped: readonly PdfProblemPage[]): string {
  const [first, ...others] = skipped.toSorted((a, b) => a.number - b.number);
  if (others.length === 0) return first!.problem;
  const { also, andMore } = documentTexts.skippedPages;
  const named = formatItems(others.slice(0, maxNamed).map(({ number }) => formatNumber(number)));
  const pages = others.length > maxNamed ? andMore({ pages: named }) : named;
  return also({ count: others.length, reason: first!.problem, pages });
}

/** Converts a bitmap to pixels. Its rows are padded to whole bytes, and 1 is black. */
function fromBits(bits: { bytes: Uint8Array; width: number; height: number }): Picture {
  const { bytes, width, height } = bits;
  const rowBytes = Math.ceil(width / 8);
  const pixels = new Uint32Array(width * height);
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      const isBlack = (bytes[y * rowBytes + (x >> 3)]! >> (7 - (x & 7))) & 1;
      pixels[index] = isBlack ? 0xff000000 : 0xffffffff;
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}
