import { closeStrokes } from "../extremes.ts";
import { orderQuad } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import { mapQuad, type Quad } from "../quad.ts";
import { type Channel, reduce } from "./channels.ts";
import { findClearEdges } from "./clear-edges.ts";
import { clipQuad } from "./clip-quad.ts";
import { type Edges, findEdges } from "./edges.ts";
import { borderLines, findLines } from "./lines.ts";
import { hasPatternBeside } from "./patterns.ts";
import { type Candidate, findBestQuad } from "./quads.ts";
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
/** The minimum votes for a line of clear edges, as a share of the height of the picture. */
const minClearVotes = 0.02;
/** The minimum score of a page by its clear edges. */
const minClearScore = 0.36;
/**
 * The maximum overshoot of such a page. Pages have up to 0.07, and the best quads on tables without
 * paper more than 0.17.
 */
const maxClearOvershoot = 0.12;

/**
 * Finds the corners of the sheet of paper in a photo, the larger of several, as pixels of the
 * picture and clockwise from the corner nearest to the picture's top left. A sheet that runs out of
 * the picture has corners a little outside of it, or is clipped to it. Returns undefined if there
 * is no sheet.
 */
export function findPage(picture: Picture): Quad | undefined {
  const { scale, channels, ...size } = reduce(picture, longSide);
  if (size.width < minSide || size.height < minSide) return undefined;
  const [light, ...colors] = channels;
  const paper = closeStrokes(light, size, strokeRadius);
  const planes = [blur(paper, size), ...colors.map((channel) => blur(channel, size))] as const;
  const edges = findEdges(planes, size);
  const [strong, clear] = [searchEdges(edges), searchClearEdges(planes, size)];
  const isTooLarge =
    strong && clear && hasPatternBeside(strong.candidate.quad, clear.candidate.quad, edges);
  const found = isTooLarge ? clear : (strong ?? clear);
  if (!found) return undefined;
  const corners = mapQuad(refineSides(found.candidate, found.edges), ({ x, y }) => ({
    x: (x + 0.5) / scale,
    y: (y + 0.5) / scale,
  }));
  return orderQuad(clipQuad(trimBoard(picture, corners), picture));
}

type Size = { width: number; height: number };
type Planes = readonly [Channel, ...Channel[]];
type Found = { candidate: Candidate; edges: Edges };

function searchEdges(edges: Edges): Found | undefined {
  const candidate = findBestQuad([...findLines(edges), ...borderLines(edges)], edges);
  if (!candidate) return undefined;
  const { score, minCoverage: covered } = candidate;
  return score < minScore && covered < minCoverage ? undefined : { candidate, edges };
}

/** Searches where patterns outshine the sides of a page, or these are weak, as on a white desk. */
function searchClearEdges(planes: Planes, size: Size): Found | undefined {
  const edges = findClearEdges(planes, size);
  const lines = [...findLines(edges, minClearVotes), ...borderLines(size)];
  const candidate = findBestQuad(lines, edges);
  if (!candidate || candidate.score < minClearScore) return undefined;
  return candidate.overshoot > maxClearOvershoot ? undefined : { candidate, edges };
}
