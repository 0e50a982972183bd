import {
  type Curl,
  choosePageSize,
  estimateAspect,
  findCurl,
  frameQuad,
  guessPageSize,
  locatePage,
  measureResolution,
  type PageSize,
  type Picture,
  type Quad,
  rectify,
  straightenLines,
} from "@scanhook/documents";
import type { PageSource } from "./page-source.ts";

export type Paper = NonNullable<Parameters<typeof choosePageSize>[1]>;

/**
 * Where a page lies in its picture: `quad` are its corners in pixels. `found` is false if the whole
 * picture is taken as the page. `isSure` is false if too little of the sides is in view. `size` is
 * in millimeters, and `dpi` is the resolution of the page in the document.
 */
export type PlacedPage = {
  found: boolean;
  isSure: boolean;
  quad: Quad;
  /** The curl of the page, if it is not flat. */
  curl: Curl | undefined;
  size: PageSize;
  dpi: number;
};

export type Placing = { paper?: Paper | undefined; dpi: number; whole: boolean };

/** Smaller pictures are enlarged to this resolution, below which text recognition is poor. */
const minDpi = 100;

/**
 * Finds the page in a picture. Takes the whole picture as the page if none is found, if `whole` is
 * set, or if the picture is a page of a PDF.
 */
export function placePage(
  picture: Picture,
  { size: sizeInPdf }: Pick<PageSource, "size">,
  { paper, dpi, whole }: Placing,
): PlacedPage {
  const foundPage = whole || sizeInPdf ? undefined : locatePage(picture);
  const foundQuad = foundPage?.corners;
  const curl = foundQuad && findCurl(picture, foundQuad);
  const quad = curl?.corners ?? foundQuad ?? frameQuad(picture);
  const aspect = foundQuad ? estimateAspect(quad, picture) : picture.width / picture.height;
  const isPage = foundQuad !== undefined || whole;
  const size: PageSize =
    !paper && sizeInPdf
      ? { ...sizeInPdf, name: "guess" }
      : isPage || paper
        ? choosePageSize(aspect, paper)
        : guessPageSize(aspect);
  const resolution = measureResolution(quad, size);
  return {
    found: foundQuad !== undefined,
    isSure: foundPage ? foundPage.isSure : isPage || sizeInPdf !== undefined,
    quad,
    curl,
    size,
    dpi: Math.min(dpi, Math.max(minDpi, resolution)),
  };
}

/**
 * Returns the page at a resolution, without perspective and without curl if the page was found.
 * Returns undefined if its corners span no area.
 */
export function cutOut(
  picture: Picture,
  { found, quad, curl, size }: PlacedPage,
  dpi: number,
): Picture | undefined {
  const toPixels = (millimeters: number) => Math.max(1, Math.round((millimeters / 25.4) * dpi));
  const pixels = { width: toPixels(size.width), height: toPixels(size.height) };
  const page = rectify(picture, curl ?? quad, pixels);
  return page && found ? straightenLines(page) : page;
}
