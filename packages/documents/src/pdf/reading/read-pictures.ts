import { type DecodedImage, decodeImage } from "./decode-image.ts";
import { readImageFormat } from "./image-format.ts";
import { type PdfObjects, readObjects } from "./objects.ts";
import { type Budget, type Mark, type Matrix, readMarks } from "./page-content.ts";
import { findPages } from "./page-tree.ts";
import { problems } from "./problems.ts";
import type { Dictionary, Resolve } from "./values.ts";

/** A page of a PDF that holds one picture. */
export type PdfPicturePage = {
  /** The number of the page in the file, from 1. */
  number: number;
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

/** A page that cannot be taken, and the sentence that says why and what to do. */
export type PdfProblemPage = { number: number; problem: string };

/**
 * The pages with pictures and those that cannot be taken, both in their order; or one sentence that
 * says why there is no picture to take and what to do.
 */
export type PdfPictures =
  | { ok: true; pages: PdfPicturePage[]; problems: PdfProblemPage[] }
  | { ok: false; problem: string };

/** Finds the pictures of a PDF file; `readPdfPictures` says what it takes. */
export async function readPictures(bytes: Uint8Array): Promise<PdfPictures> {
  if (!startsAsPdf(bytes)) return { ok: false, problem: problems.notPdf };
  const objects = await readObjects(bytes);
  if (objects.trailer.has("Encrypt")) return { ok: false, problem: problems.encrypted };
  const found = findPages(objects);
  if (!found) return { ok: false, problem: problems.damaged };
  const pages: PdfPicturePage[] = [];
  const refused: PdfProblemPage[] = [];
  const budget: Budget = { operators: maxOperators, bytes: maxContent };
  for (const [index, page] of found.entries()) {
    const number = index + 1;
    const taken = await takePage(page, number, objects, budget);
    if (budget.operators <= 0 || budget.bytes <= 0) return { ok: false, problem: problems.excess };
    if (typeof taken === "string") refused.push({ number, problem: taken });
    else if (taken) pages.push(taken);
  }
  if (pages.length > 0) return { ok: true, pages, problems: refused };
  return { ok: false, problem: refused[0]?.problem ?? problems.empty };
}

/**
 * The maximum number of operators and of bytes of the content of all pages together, so that a
 * small file cannot keep its reader busy for minutes.
 */
const maxOperators = 10_000_000;
const maxContent = 256 * 1024 * 1024;

/** Whether the header is within the first kilobyte, where readers look for it. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

/** Returns the picture of a page, undefined if the page is empty, or a sentence. */
async function takePage(
  page: Dictionary,
  number: number,
  { resolve }: PdfObjects,
  budget: Budget,
): Promise<PdfPicturePage | undefined | string> {
  const marks = await readMarks(page, resolve, budget);
  if (!marks) return problems.damagedPage(number);
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
  if (typeof placed === "string") return problems[placed](number);
  if ("meters" in placed) return problems.long(number, placed.meters);
  return {
    number,
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

/**
 * Says whether a mark lies below a picture that covers the page, as the text of some scanners does.
 */
function isHidden(mark: Mark, marks: Mark[], page: Dictionary, resolve: Resolve): boolean {
  const picture = marks.find((mark) => mark.kind === "picture");
  if (!picture || marks.indexOf(mark) > marks.indexOf(picture)) return false;
  const box = resolve(page.get("MediaBox"));
  const [left, bottom, right, top] = (Array.isArray(box) ? box : []).map(resolve).map(Number);
  const [a, b, c, d] = picture.matrix;
  const covered = Math.abs(a * d - b * c);
  return covered >= 0.95 * Math.abs((right! - left!) * (top! - bottom!));
}

type Placement = Pick<PdfPicturePage, "size" | "quarterTurns">;

/**
 * A side of a page in millimeters. PDF without larger units ends at 5.08 meters (ISO 32000-1, annex
 * C).
 */
const [minSide, maxSide] = [1, 5000];

/**
 * Computes the size of a picture in millimeters and how it lies, or says what is wrong with that.
 */
function placement(
  [a, b, c, d]: Matrix,
  page: Dictionary,
  resolve: Resolve,
): Placement | "mirrored" | "tiny" | { meters: number } {
  const unit = resolve(page.get("UserUnit"));
  const scale = ((typeof unit === "number" ? unit : 1) / 72) * 25.4;
  const [along, across] = [Math.hypot(a, b) * scale, Math.hypot(c, d) * scale];
  if (!(along > minSide && across > minSide)) return "tiny";
  if (a * d - b * c <= 0) return "mirrored";
  const longest = Math.max(along, across);
  if (longest > maxSide) return { meters: Math.round(longest / 10) / 100 };
  const rotate = resolve(page.get("Rotate"));
  const clockwise =
    (typeof rotate === "number" ? rotate : 0) / 90 - Math.atan2(b, a) / (Math.PI / 2);
  const quarterTurns = (((Math.round(clockwise) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const [width, height] = quarterTurns % 2 === 0 ? [along, across] : [across, along];
  return { size: { width, height }, quarterTurns };
}
