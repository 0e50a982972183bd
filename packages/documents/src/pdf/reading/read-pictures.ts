import type { DecodeCoded } from "../coded/coded-picture.ts";
import { type DecodedImage, decodeImage, type Undecoded } from "./decode-image.ts";
import { findCodedName, readImageFormat } from "./image-format.ts";
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
  /** The clockwise turns by 90° that make the stored picture upright. */
  quarterTurns: 0 | 1 | 2 | 3;
  /** Decodes the picture. A damaged one gives a sentence for users. */
  load(): Promise<DecodedImage | { kind: "problem"; problem: string }>;
};

/** The number of a page that cannot be taken, and a sentence that says why and what to do. */
export type PdfProblemPage = { number: number; problem: string };

/**
 * The pages with pictures and those that cannot be taken, both in the order of the file; or, if no
 * picture can be taken, one sentence that says why and what to do.
 */
export type PdfPictures =
  | { ok: true; pages: PdfPicturePage[]; problems: PdfProblemPage[] }
  | { ok: false; problem: string };

/** Finds the pictures of a PDF file; `readPdfPictures` says what it takes. */
export async function readPictures(bytes: Uint8Array, decode?: DecodeCoded): Promise<PdfPictures> {
  if (!startsAsPdf(bytes)) return { ok: false, problem: problems.notPdf };
  const objects = await readObjects(bytes);
  if (objects.trailer.has("Encrypt")) return { ok: false, problem: problems.encrypted };
  const found = findPages(objects);
  if (!found) return { ok: false, problem: problems.damaged };
  const pages: PdfPicturePage[] = [];
  const problemPages: PdfProblemPage[] = [];
  const budget: Budget = { operators: maxOperators, bytes: maxContent };
  for (const [index, page] of found.entries()) {
    const number = index + 1;
    const result = isSpent(budget) || (await readPage(page, number, objects, budget, decode));
    if (isSpent(budget)) problemPages.push({ number, problem: problems.excess(number) });
    else if (typeof result === "string") problemPages.push({ number, problem: result });
    else if (typeof result === "object") pages.push(result);
  }
  if (pages.length > 0) return { ok: true, pages, problems: problemPages };
  return { ok: false, problem: problemPages[0]?.problem ?? problems.empty };
}

/**
 * The maximum number of operators in the content of all pages together, so that a small file cannot
 * keep its reader busy for minutes.
 */
const maxOperators = 10_000_000;
/** The maximum size of the decompressed content of all pages together, in bytes. */
const maxContent = 256 * 1024 * 1024;

const isSpent = ({ operators, bytes }: Budget) => operators <= 0 || bytes <= 0;

/** Whether the header is within the first kilobyte, where readers look for it. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

/** Returns the picture of a page, undefined if the page is empty, or a sentence for users. */
async function readPage(
  page: Dictionary,
  number: number,
  { resolve }: PdfObjects,
  budget: Budget,
  decode: DecodeCoded | undefined,
): Promise<PdfPicturePage | undefined | string> {
  const marks = await readMarks(page, resolve, budget);
  if (!marks) return problems.damagedPage(number);
  const pictures = marks.filter((mark) => mark.kind === "picture");
  if (pictures.length > 1) return problems.severalPictures(number);
  const [picture] = pictures;
  const visibleMark = marks.find(
    (mark) => mark.kind !== "picture" && !isHidden(mark, marks, page, resolve),
  );
  if (visibleMark && visibleMark.kind !== "picture") return problems[visibleMark.kind](number);
  if (!picture) return;
  const formatResult = readImageFormat(picture.image, resolve);
  if (!formatResult.ok) return problems.format(number, formatResult.unsupported);
  const { format } = formatResult;
  const codedName = findCodedName(picture.image, resolve);
  if (codedName && !decode) return problems.format(number, codedName);
  const megapixels = (format.width * format.height) / 1_000_000;
  if (format.kind !== "jpeg" && megapixels > maxMegapixels) {
    return problems.size(number, Math.round(megapixels));
  }
  const placement = placeUpright(picture.matrix, page, resolve);
  if (typeof placement === "string") return problems[placement](number);
  if ("meters" in placement) return problems.long(number, placement.meters);
  return {
    number,
    ...placement,
    width: format.width,
    height: format.height,
    async load() {
      const means = { resolve, decode: decode ?? cannotDecode };
      const decoded = await decodeImage(picture.image, format, means);
      if (decoded.kind !== "undecoded") return decoded;
      return { kind: "problem", problem: describe(decoded, number, codedName) };
    },
  };
}

const cannotDecode: DecodeCoded = async () => ({ ok: false, reason: "missing" });

function describe({ reason }: Undecoded, page: number, format = ""): string {
  if (reason === "missing") return problems.missing(page, format);
  return reason === "slow" ? problems.slow(page) : problems.damagedPicture(page);
}

/** The maximum size of a picture that is not a JPEG file, as it takes four bytes for each pixel. */
const maxMegapixels = 50;

/**
 * Whether a mark lies below a picture that covers the page, as the text of some scanners does.
 */
function isHidden(mark: Mark, marks: Mark[], page: Dictionary, resolve: Resolve): boolean {
  const picture = marks.find((mark) => mark.kind === "picture");
  if (!picture || marks.indexOf(mark) > marks.indexOf(picture)) return false;
  const box = resolve(page.get("MediaBox"));
  const [left, bottom, right, top] = (Array.isArray(box) ? box : []).map(resolve).map(Number);
  const [a, b, c, d] = picture.matrix;
  const coveredArea = Math.abs(a * d - b * c);
  return coveredArea >= 0.95 * Math.abs((right! - left!) * (top! - bottom!));
}

type Placement = Pick<PdfPicturePage, "size" | "quarterTurns">;

/** The minimum side of a picture, in millimeters. */
const minSide = 1;
/**
 * The maximum side of a picture, in millimeters. PDF without larger units ends at 5.08 meters (ISO
 * 32000-1, annex C).
 */
const maxSide = 5000;

/**
 * Computes the size of a picture in millimeters and the turns that make it upright, or names the
 * problem: it is mirrored, less than a millimeter wide or high, or too long (`meters`).
 */
function placeUpright(
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
