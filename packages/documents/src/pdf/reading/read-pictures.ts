import { type DecodedImage, decodeImage } from "./decode-image.ts";
import { readImageFormat } from "./image-format.ts";
import { type PdfObjects, readObjects } from "./objects.ts";
import { type Mark, type Matrix, readMarks } from "./page-content.ts";
import { findPages } from "./page-tree.ts";
import { problems } from "./problems.ts";
import type { Dictionary, Resolve } from "./values.ts";

/** A page of a PDF that holds one picture. */
export type PdfPicturePage = {
  /** The size of the upright picture, in millimeters. */
  size: { width: number; height: number };
  /** The size of the picture as it is stored, in pixels. */
  width: number;
  height: number;
  /** How often the stored picture has to be turned clockwise by 90° to be upright. */
  quarterTurns: 0 | 1 | 2 | 3;
  /** Decodes the picture. A damaged one gives the sentence that says so. */
  load(): Promise<DecodedImage | { kind: "problem"; problem: string }>;
};

/** The pages, or one sentence that says why they cannot be taken and what to do. */
export type PdfPictures = { ok: true; pages: PdfPicturePage[] } | { ok: false; problem: string };

/** Finds the pictures of a PDF file; `readPdfPictures` says what it takes. */
export async function readPictures(bytes: Uint8Array): Promise<PdfPictures> {
  if (!startsAsPdf(bytes)) return { ok: false, problem: problems.notPdf };
  const objects = await readObjects(bytes);
  if (objects.trailer.has("Encrypt")) return { ok: false, problem: problems.encrypted };
  const found = findPages(objects);
  if (!found) return { ok: false, problem: problems.damaged };
  const pages: PdfPicturePage[] = [];
  for (const [index, page] of found.entries()) {
    const taken = await takePage(page, index + 1, objects);
    if (typeof taken === "string") return { ok: false, problem: taken };
    if (taken) pages.push(taken);
  }
  return pages.length > 0 ? { ok: true, pages } : { ok: false, problem: problems.empty };
}

/** Says whether the header is within the first kilobyte, where readers look for it. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

/** Returns the picture of a page, undefined if the page is empty, or a sentence. */
async function takePage(
  page: Dictionary,
  number: number,
  { resolve }: PdfObjects,
): Promise<PdfPicturePage | undefined | string> {
  const marks = await readMarks(page, resolve);
  if (!marks) return problems.damaged;
  const pictures = marks.filter((mark) => mark.kind === "picture");
  if (pictures.length > 1) return problems.severalPictures(number);
  const [picture] = pictures;
  const seen = marks.find(
    (mark) => mark.kind !== "picture" && !isHidden(mark, marks, page, resolve),
  );
  if (seen && seen.kind !== "picture") return problems[seen.kind](number);
  if (!picture) return;
  const read = readImageFormat(picture.image, resolve);
  if (!read.ok) return problems.format(number, read.unsupported);
  const { format } = read;
  const megapixels = (format.width * format.height) / 1_000_000;
  if (format.kind === "samples" && megapixels > maxMegapixels) {
    return problems.size(number, Math.round(megapixels));
  }
  const placed = placement(picture.matrix, page, resolve);
  if (!placed) return problems.format(number, "mirrored, or of no extent");
  return {
    ...placed,
    width: format.width,
    height: format.height,
    async load() {
      const decoded = await decodeImage(picture.image, format, resolve);
      return decoded ?? { kind: "problem", problem: problems.damagedPicture(number) };
    },
  };
}

/** Pictures that are no JPEG files need four bytes for each pixel. */
const maxMegapixels = 50;

/** Says whether a mark lies below a picture that covers the page, as the text of some scanners does. */
function isHidden(mark: Mark, marks: Mark[], page: Dictionary, resolve: Resolve): boolean {
  const picture = marks.find((mark) => mark.kind === "picture");
  if (!picture || marks.indexOf(mark) > marks.indexOf(picture)) return false;
  const box = resolve(page.get("MediaBox"));
  const [left, bottom, right, top] = (Array.isArray(box) ? box : []).map(resolve).map(Number);
  const [a, b, c, d] = picture.matrix;
  const covered = Math.abs(a * d - b * c);
  return covered >= 0.95 * Math.abs((right! - left!) * (top! - bottom!));
}

/** Computes the size of a picture in millimeters and how it lies; undefined for one that is mirrored or of no extent. */
function placement(
  [a, b, c, d]: Matrix,
  page: Dictionary,
  resolve: Resolve,
): Pick<PdfPicturePage, "size" | "quarterTurns"> | undefined {
  const unit = resolve(page.get("UserUnit"));
  const scale = ((typeof unit === "number" ? unit : 1) / 72) * 25.4;
  const [along, across] = [Math.hypot(a, b) * scale, Math.hypot(c, d) * scale];
  if (a * d - b * c <= 0 || !(along > 1 && across > 1 && along < 5000 && across < 5000)) return;
  const rotate = resolve(page.get("Rotate"));
  const clockwise =
    (typeof rotate === "number" ? rotate : 0) / 90 - Math.atan2(b, a) / (Math.PI / 2);
  const quarterTurns = (((Math.round(clockwise) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const [width, height] = quarterTurns % 2 === 0 ? [along, across] : [across, along];
  return { size: { width, height }, quarterTurns };
}
