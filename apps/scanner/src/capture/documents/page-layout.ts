import {
  choosePageSize,
  estimateAspect,
  frameQuad,
  guessPageSize,
  isReceipt,
  measureResolution,
  type PageSize,
} from "@scanhook/documents";
import type { DocumentPage, Paper } from "./document.ts";

/** The highest resolution of straightened pages, in dots per inch. */
const maxResolution = 200;

/** The lowest resolution at which small print is easy to read, in dots per inch. */
export const minReadableResolution = 150;

/** The layout of a straightened page. */
export type PageLayout = {
  /** The size of the paper in millimeters, after the quarter turns of the page. */
  paper: PageSize;
  /** The size of the page in pixels, before the quarter turns. */
  size: { width: number; height: number };
  /** The resolution of the picture on this paper, in dots per inch. */
  resolution: number;
};

/** Returns the layout of a page, with a longer side of at most `maxSide` pixels. */
export function layOutPage(
  page: DocumentPage,
  paper: Paper | undefined,
  maxSide = Number.POSITIVE_INFINITY,
): PageLayout {
  const { corners, quarterTurns } = page;
  const aspect = estimateAspect(corners, page);
  const found =
    !isWholePhoto(page) || paper ? choosePageSize(aspect, paper) : guessPageSize(aspect);
  const unturned =
    isReceipt(found.name) && !paper ? choosePageSize(aspect, page.receipt ?? found.name) : found;
  const resolution = measureResolution(corners, unturned);
  const pixelsPerMillimeter = Math.min(
    Math.min(maxResolution, resolution) / 25.4,
    maxSide / Math.max(unturned.width, unturned.height),
  );
  const toPixels = (millimeters: number) =>
    Math.max(1, Math.round(millimeters * pixelsPerMillimeter));
  const size = { width: toPixels(unturned.width), height: toPixels(unturned.height) };
  const isOnItsSide = quarterTurns % 2 === 1;
  const turned = isOnItsSide
    ? { ...unturned, width: unturned.height, height: unturned.width }
    : unturned;
  return { paper: turned, size, resolution };
}

/**
 * Returns whether the corners are those of the whole photo, because no page was found on it or a
 * person chose all of it.
 */
export function isWholePhoto({ corners, width, height, isWholePage }: DocumentPage): boolean {
  const frame = frameQuad({ width, height });
  const isWithin = (distance: number) => Math.abs(distance) <= 1;
  const isFrame = corners.every(
    ({ x, y }, index) => isWithin(x - frame[index]!.x) && isWithin(y - frame[index]!.y),
  );
  return isFrame && isWholePage !== true;
}
