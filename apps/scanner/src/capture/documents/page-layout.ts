import {
  choosePageSize,
  estimateAspect,
  frameQuad,
  guessPageSize,
  measureResolution,
  type PageSize,
} from "@scanhook/documents";
import type { DocumentPage, Paper } from "./document.ts";

/** Pages are straightened at 200 dpi, or at what the picture has if that is less. */
const fullResolution = 200;

/** Below this many dots per inch, small print is hard to read. */
export const lowResolution = 150;

/** The layout of a straightened page: its size on paper, and in pixels, before it is turned. */
export type PageLayout = {
  /** As the page lies after its quarter turns. */
  paper: PageSize;
  size: { width: number; height: number };
  /** The resolution of the picture on this paper, in dots per inch. */
  resolution: number;
};

/** Lays a page out, with at most `maxSide` pixels at its longer side. */
export function layOutPage(
  page: DocumentPage,
  paper: Paper | undefined,
  maxSide = Number.POSITIVE_INFINITY,
): PageLayout {
  const { corners, quarterTurns } = page;
  const aspect = estimateAspect(corners, page);
  const unturned =
    !isWholePhoto(page) || paper ? choosePageSize(aspect, paper) : guessPageSize(aspect);
  const resolution = measureResolution(corners, unturned);
  const perMillimeter = Math.min(
    Math.min(fullResolution, resolution) / 25.4,
    maxSide / Math.max(unturned.width, unturned.height),
  );
  const toPixels = (millimeters: number) => Math.max(1, Math.round(millimeters * perMillimeter));
  const size = { width: toPixels(unturned.width), height: toPixels(unturned.height) };
  const isOnItsSide = quarterTurns % 2 === 1;
  const turned = isOnItsSide
    ? { ...unturned, width: unturned.height, height: unturned.width }
    : unturned;
  return { paper: turned, size, resolution };
}

/**
 * Returns whether the corners are those of a whole photo, in which no page was found or a person
 * wants everything.
 */
export function isWholePhoto({ corners, width, height, isWholePage }: DocumentPage): boolean {
  const frame = frameQuad({ width, height });
  const isWithin = (distance: number) => Math.abs(distance) <= 1;
  const isFrame = corners.every(
    ({ x, y }, index) => isWithin(x - frame[index]!.x) && isWithin(y - frame[index]!.y),
  );
  return isFrame && isWholePage !== true;
}
