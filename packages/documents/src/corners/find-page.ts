import { closeStrokes } from "../extremes.ts";
import { orderQuad } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import { mapQuad, type Quad } from "../quad.ts";
import { type Channel, reduce } from "./channels.ts";
import { findClearEdges } from "./clear-edges.ts";
import { clipQuad } from "./clip-quad.ts";
import { scoreCovered } from "./covered-page.ts";
import { type Edges, findEdges, measureGradients } from "./edges.ts";
import { borderLines, findLines } from "./lines.ts";
import { type Candidate, type CrossedLines, crossLines, findBestQuad, findQuads } from "./quads.ts";
import { refineSides } from "./refine-sides.ts";
import { blur } from "./smoothing.ts";
import { trimBoard } from "./trim-board.ts";

/** The long side in pixels of the copy in which edges and lines are searched. */
const longSide = 320;
/** The minimum sides of that copy in pixels. */
const minSide = 16;
/** The radius of the closing that removes strokes of text, in pixels of the copy. */
const strokeRadius = 3;
/** The minimum score of a page: other quads are chance, such as things on a table. */
const minScore = 0.45;
/** The minimum share of each side with an edge under it; then the score does not matter. */
const minCoverage = 0.85;
/** The minimum gradient (Sobel) of clear edges: a step of 0.75 levels. */
const minClearGradient = 6;
/** The minimum votes for a line of clear edges, as a share of the height of the picture. */
const minClearVotes = 0.02;
/** The minimum score of a page by its clear edges. */
const minClearScore = 0.36;
/**
 * The maximum overshoot of such a page. Pages have up to 0.07, and the best quads on tables without
 * paper more than 0.17.
 */
const maxClearOvershoot = 0.12;
/** The minimum gradient of clear edges where no page is found else: a step of half a level. */
const minFaintGradient = 4;
/** The maximum share of the pixels that are clear edges where fainter ones are no noise. */
const maxSmoothShare = 0.01;
/** The minimum share of each side of a whole page with an edge under it. */
const minWholeCoverage = 0.75;
/** The maximum overshoot of a whole page. A pattern goes on beyond the corners. */
const maxWholeOvershoot = 0.2;
/** The maximum number of candidates, of each set of edges, of which the sides are looked at. */
const maxCandidates = 24;
/** The minimum score of a page with covered sides: below, more quads are chance than pages. */
const minCoveredScore = 0.25;
/** The minimum such score that is sure: of those below, one in twelve is not the page. */
const minSureScore = 0.45;
/** The weight of the score of a quad that was found already, over that of others. */
const earlierWeight = 1.25;

/** A sheet of paper in a photo. */
export type FoundPage = {
  /**
   * The corners as pixels of the picture, clockwise from the one nearest to the picture's top left.
   * A sheet that runs out of the picture has corners a little outside of it, or is clipped to it.
   */
  corners: Quad;
  /**
   * Whether enough of the sides is in view. If not, the corners should be confirmed before the page
   * is cut out.
   */
  isSure: boolean;
};

/**
 * Returns the corners of the sheet of paper in a photo, the larger of several, or undefined if
 * there is none.
 */
export function findPage(picture: Picture): Quad | undefined {
  return locatePage(picture)?.corners;
}

/** Finds the sheet of paper as `findPage` does, and tells whether its corners are sure. */
export function locatePage(picture: Picture): FoundPage | undefined {
  const { scale, channels, ...size } = reduce(picture, longSide);
  if (size.width < minSide || size.height < minSide) return undefined;
  const [light, ...colors] = channels;
  const paper = closeStrokes(light, size, strokeRadius);
  const planes = [blur(paper, size), ...colors.map((channel) => blur(channel, size))] as const;
  const found = searchPage(planes, size);
  if (!found) return undefined;
  const corners = mapQuad(refineSides(found.candidate, found.edges), ({ x, y }) => ({
    x: (x + 0.5) / scale,
    y: (y + 0.5) / scale,
  }));
  const quad = orderQuad(clipQuad(trimBoard(picture, corners), picture));
  return { corners: quad, isSure: found.isSure };
}

type Size = { width: number; height: number };
type Planes = readonly [Channel, ...Channel[]];
type Found = { candidate: Candidate; edges: Edges };
type Rated = Found & { isSure: boolean };

function searchPage(planes: Planes, size: Size): Rated | undefined {
  const gradients = measureGradients(planes, size);
  const edges = findEdges(gradients, planes[0], size);
  const lines = crossLines([...findLines(edges), ...borderLines(size)], edges);
  const strong = searchEdges(lines);
  if (strong && isWhole(strong.candidate)) return { ...strong, isSure: true };
  const findClear = (minGradient: number) =>
    crossClearLines(findClearEdges(gradients, planes[0], size, minGradient));
  const clearLines = findClear(minClearGradient);
  const clear = searchClearEdges(clearLines);
  if (clear && isWhole(clear.candidate)) return { ...clear, isSure: true };
  const covered = searchCovered([lines, clearLines], planes, strong ?? clear);
  if (covered || clearLines.edges.points.length > maxSmoothShare * size.width * size.height)
    return covered;
  return searchCovered([findClear(minFaintGradient)], planes);
}

/** Whether a page has edges along all four sides, and these end at its corners. */
function isWhole({ sides, minCoverage, overshoot }: Candidate): boolean {
  return (
    minCoverage >= minWholeCoverage &&
    overshoot <= maxWholeOvershoot &&
    !sides.some(({ isBorder }) => isBorder)
  );
}

function searchEdges(lines: CrossedLines): Found | undefined {
  const candidate = findBestQuad(lines);
  if (!candidate) return undefined;
  const { score, minCoverage: covered } = candidate;
  const isChance = score < minScore && covered < minCoverage;
  return isChance ? undefined : { candidate, edges: lines.edges };
}

function crossClearLines(edges: Edges): CrossedLines {
  return crossLines([...findLines(edges, minClearVotes), ...borderLines(edges)], edges);
}

/** Searches where patterns outshine the sides of a page, or these are weak, as on a white desk. */
function searchClearEdges(lines: CrossedLines): Found | undefined {
  const candidate = findBestQuad(lines);
  if (!candidate || candidate.score < minClearScore) return undefined;
  return candidate.overshoot > maxClearOvershoot ? undefined : { candidate, edges: lines.edges };
}

/**
 * Searches a page of which things cover parts of the sides. A quad that was found already is
 * preferred to others that are not clearly better.
 */
function searchCovered(
  all: readonly CrossedLines[],
  planes: Planes,
  earlier?: Found,
): Rated | undefined {
  let [best, bestScore] = [earlier, 0];
  if (earlier) bestScore = earlierWeight * scoreCovered(earlier.candidate, earlier.edges, planes);
  for (const lines of all) {
    for (const candidate of findQuads(lines, maxCandidates)) {
      const score = scoreCovered(candidate, lines.edges, planes);
      if (score > bestScore) [best, bestScore] = [{ candidate, edges: lines.edges }, score];
    }
  }
  if (!best || bestScore < minCoveredScore) return undefined;
  return { ...best, isSure: bestScore >= minSureScore };
}
