import { type PdfProblemPage, type Picture, readPdfPictures } from "@scanhook/documents";
import { encodePicture } from "./pixels.ts";

/** A page of a PDF file as a picture file, or the sentence that says why there is none. */
export type PdfPagePicture =
  | { ok: true; picture: Blob; quarterTurns: number }
  | { ok: false; problem: string };

export function isPdf(file: File): boolean {
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name);
}

/**
 * Takes the pages of a PDF file of pictures one after another. Those that cannot be taken are left
 * out, and named in one problem at the end.
 */
export async function* openPdf(file: File): AsyncGenerator<PdfPagePicture> {
  const pictures = await readPdfPictures(new Uint8Array(await file.arrayBuffer()));
  if (!pictures.ok) return yield { ok: false, problem: pictures.problem };
  const left = [...pictures.problems];
  for (const { number, quarterTurns, load } of pictures.pages) {
    const image = await load();
    if (image.kind === "problem") {
      left.push({ number, problem: image.problem });
      continue;
    }
    const picture =
      image.kind === "jpeg"
        ? new Blob([new Uint8Array(image.bytes)], { type: "image/jpeg" })
        : await encodePicture(image.kind === "bits" ? fromBits(image) : image.picture, "image/png");
    yield { ok: true, picture, quarterTurns };
  }
  if (left.length > 0) yield { ok: false, problem: describeLeft(left) };
}

/** Says why the first of the pages is left out, and which others are. */
function describeLeft(left: readonly PdfProblemPage[]): string {
  const [first, ...others] = left.toSorted((a, b) => a.number - b.number);
  if (others.length === 0) return first!.problem;
  const numbers = others.map(({ number }) => number);
  const shown = numbers.slice(0, 10).join(", ") + (numbers.length > 10 ? " and more" : "");
  return `${first!.problem} Also left out: ${others.length === 1 ? "page" : "pages"} ${shown}.`;
}

/** Draws rows of bits, padded to whole bytes, 1 for black. */
function fromBits(bits: { bytes: Uint8Array; width: number; height: number }): Picture {
  const { bytes, width, height } = bits;
  const rowBytes = Math.ceil(width / 8);
  const pixels = new Uint32Array(width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const isBlack = (bytes[y * rowBytes + (x >> 3)]! >> (7 - (x & 7))) & 1;
      pixels[at] = isBlack ? 0xff000000 : 0xffffffff;
    }
  }
  return { width, height, data: new Uint8ClampedArray(pixels.buffer) };
}
