import {
  type PdfImage,
  type PdfWord,
  type Picture,
  type Style,
  scaleWords,
} from "@scanhook/documents";
import { type DocumentPage, filterOf, type KeptDocument } from "./document.ts";
import { layOutPage } from "./page-layout.ts";
import type { PageMaker } from "./page-maker.ts";
import type { PageLook } from "./page-messages.ts";
import type { ReadText } from "./page-text.ts";
import { encodePicture, readPixels } from "./pixels.ts";
import { release } from "./release.ts";

/** The tools of an export: the worker that renders pages, and access to pictures and texts. */
export type ExportSource = {
  maker: PageMaker;
  readPicture(pageId: string): Promise<Blob | undefined>;
  readText(textId: string): Promise<ReadText | undefined>;
  /** Runs work that holds a whole photo once earlier work of this kind has ended. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
};

/**
 * Writes a document as PDF/A-2u, one page after another. Calls `onPage` after each page with the
 * number of finished pages. Rejects if a picture does not exist, and with the reason of the signal.
 */
export async function writeDocumentPdf(
  document: KeptDocument,
  source: ExportSource,
  { onPage, signal }: { onPage?: (count: number) => void; signal?: AbortSignal } = {},
): Promise<Blob> {
  const { maker } = source;
  const textId = document.pages.find(({ textId }) => textId !== undefined)?.textId;
  const text = textId === undefined ? undefined : await source.readText(textId);
  const language = text && { language: toLanguageTag(text.language) };
  await maker.startPdf({ title: document.title, date: new Date(), ...language });
  for (const [index, page] of document.pages.entries()) {
    signal?.throwIfAborted();
    const image = await source.inTurn(() => makeImage(document, page, source));
    const { paper } = layOutPage(page, document.paper);
    const pageText = page.textId === undefined ? undefined : await source.readText(page.textId);
    await maker.addToPdf({
      size: paper,
      image,
      words: pageText ? placeWords(pageText, image) : [],
    });
    onPage?.(index + 1);
  }
  return maker.finishPdf();
}

/** Returns the words with their places on a picture of the page in another size. */
function placeWords({ words, width, height }: ReadText, image: PdfImage): PdfWord[] {
  return scaleWords(words, { x: image.width / width, y: image.height / height });
}

/**
 * Returns the BCP 47 tag for a language code of the text engine, such as `de` for `deu` and `zh`
 * for `chi_sim`.
 */
function toLanguageTag(code = "eng"): string {
  return Intl.getCanonicalLocales(code.split("_")[0])[0] ?? "en";
}

/** Writes one page as a picture file. `maxSide` limits the longer side, in pixels. */
export async function writePagePicture(
  document: KeptDocument,
  page: DocumentPage,
  source: ExportSource,
  { type = "image/jpeg", maxSide }: { type?: "image/jpeg" | "image/png"; maxSide?: number } = {},
): Promise<Blob> {
  const picture = await renderPage(document, page, source, maxSide);
  const file = await encodePicture(picture, type, 0.85);
  release(picture);
  return file;
}

/** Renders one page at full size, or with a longer side of at most `maxSide` pixels. */
export async function renderPage(
  document: KeptDocument,
  page: DocumentPage,
  { maker, readPicture }: ExportSource,
  maxSide?: number,
): Promise<Picture> {
  const pixels = await readSource(page, readPicture, maxSide && maxSide * 2);
  return maker.render(pixels, toLook(document, page, pixels.width / page.width, maxSide));
}

async function makeImage(
  document: KeptDocument,
  page: DocumentPage,
  source: ExportSource,
): Promise<PdfImage> {
  if (filterOf(document, page) === "black-and-white") {
    const pixels = await readSource(page, source.readPicture);
    const look = toLook(document, page, pixels.width / page.width);
    const { bits, width, height } = await source.maker.renderBits(pixels, look);
    return { kind: "bits", bytes: bits, width, height };
  }
  const picture = await renderPage(document, page, source);
  const { width, height } = picture;
  const bytes = new Uint8Array(await (await encodePicture(picture, "image/jpeg")).arrayBuffer());
  release(picture);
  return { kind: "jpeg", bytes, width, height, components: 3 };
}

async function readSource(
  page: DocumentPage,
  readPicture: ExportSource["readPicture"],
  maxSide?: number,
) {
  const file = await readPicture(page.id);
  const pixels = file && (await readPixels(file, maxSide));
  if (!pixels) throw new Error("the picture of a page is gone");
  return pixels;
}

/**
 * Returns the look of a page for a picture that was scaled by `scale`. All pages of a document get
 * the same style: color if any page has color.
 */
function toLook(
  document: KeptDocument,
  page: DocumentPage,
  scale: number,
  maxSide?: number,
): PageLook {
  const [a, b, c, d] = page.corners.map(({ x, y }) => ({ x: x * scale, y: y * scale }));
  const { size } = layOutPage(page, document.paper, maxSide);
  const filter = filterOf(document, page);
  const style: Style = document.pages.some((each) => each.style === "color") ? "color" : "grey";
  const { quarterTurns, isCurled = false } = page;
  return { corners: [a!, b!, c!, d!], isCurled, size, quarterTurns, filter, style };
}
