import { type PdfProblemPage, type Picture, readPdfPictures } from "@scanhook/documents";
import { encodePicture } from "./pixels.ts";

/** A page of a PDF file as a picture file, or a sentence that says why pages are skipped. */
export type PdfPagePicture =
  | { ok: true; picture: Blob; quarterTurns: number }
  | { ok: false; problem: string };

export function isPdf(file: File): boolean {
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name);
}

/**
 * Yields the pages of a PDF file of pictures, one after another. Skips pages that cannot be read as
 * a picture, and names them in one problem at the end. Yields only a problem if the file cannot be
 * read.
 */
export async function* openPdf(file: File): AsyncGenerator<PdfPagePicture> {
  const pictures = await readPdfPictures(new Uint8Array(await file.arrayBuffer()));
  if (!pictures.ok) return yield { ok: false, problem: pictures.problem };
  const skipped = [...pictures.problems];
  for (const { number, quarterTurns, load } of pictures.pages) {
    const image = await load();
    if (image.kind === "problem") {
      skipped.push({ number, problem: image.problem });
      continue;
    }
    const picture =
      image.kind === "jpeg"
        ? new Blob([new Uint8Array(image.bytes)], { type: "image/jpeg" })
        : await encodePicture(image.kind === "bits" ? fromBits(image) : image.picture, "image/png");
    yield { ok: true, picture, quarterTurns };
  }
  if (skipped.length > 0) yield { ok: false, problem: describeSkipped(skipped) };
}

/** Returns a sentence that says why the first skipped page is skipped, and lists the others. */
function describeSkipped(skipped: readonly PdfProblemPage[]): string {
  const [first, ...others] = skipped.toSorted((a, b) => a.number - b.number);
  if (others.length === 0) return first!.problem;
  const numbers = others.map(({ number }) => number);
  const shown = numbers.slice(0, 10).join(", ") + (numbers.length > 10 ? " and more" : "");
  return `${first!.problem} Also left out: ${others.length === 1 ? "page" : "pages"} ${shown}.`;
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
