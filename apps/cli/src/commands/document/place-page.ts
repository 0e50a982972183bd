import {
  type Curl,
  choosePageSize,
  estimateAspect,
  findCurl,
  findPage,
  frameQuad,
  guessPageSize,
  measureResolution,
  type Picture,
  type Quad,
  rectify,
} from "@scanhook/documents";
import type { PageSource } from "./page-source.ts";

export type Paper = NonNullable<Parameters<typeof choosePageSize>[1]>;

/**
 * Where a page lies in its picture. `size` is in millimeters, `dpi` the resolution that it gets in
 * the document.
 */
export type PlacedPage = {
  found: boolean;
  quad: Quad;
  /** The curl of the page, if it is not flat. */
  curl: Curl | undefined;
  size: { width: number; height: number };
  dpi: number;
};

export type Placing = { paper?: Paper; dpi: number; whole: boolean };

/** Enlarges a small picture to this, since letters are read badly below. */
const lowestDpi = 100;

/**
 * Finds the page in a picture. Without one, and for pictures that are whole pages, it takes all of
 * the picture.
 */
export function placePage(
  picture: Picture,
  { size: sizeInPdf }: PageSource,
  { paper, dpi, whole }: Placing,
): PlacedPage {
  const found = whole || sizeInPdf ? undefined : findPage(picture);
  const curl = found && findCurl(picture, found);
  const quad = curl?.corners ?? found ?? frameQuad(picture);
  const aspect = found ? estimateAspect(quad, picture) : picture.width / picture.height;
  const isPage = found !== undefined || whole;
  const size =
    (!paper && sizeInPdf) ||
    (isPage || paper ? choosePageSize(aspect, paper) : guessPageSize(aspect));
  const resolution = measureResolution(quad, { ...size, name: "guess" });
  return {
    found: found !== undefined,
    quad,
    curl,
    size: { width: size.width, height: size.height },
    dpi: Math.min(dpi, Math.max(lowestDpi, resolution)),
  };
}

/**
 * Returns the page without its perspective and its curl at a resolution, or undefined if its
 * corners span no area.
 */
export function cutOut(
  picture: Picture,
  { quad, curl, size }: PlacedPage,
  dpi: number,
): Picture | undefined {
  const toPixels = (millimeters: number) => Math.max(1, Math.round((millimeters / 25.4) * dpi));
  const pixels = { width: toPixels(size.width), height: toPixels(size.height) };
  return rectify(picture, curl ?? quad, pixels);
}
