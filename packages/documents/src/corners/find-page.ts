import { closeStrokes } from "../extremes.ts";
import { orderQuad } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import { mapQuad, type Quad } from "../quad.ts";
import { reduce } from "./channels.ts";
import { clipQuad } from "./clip-quad.ts";
import { findEdges } from "./edges.ts";
import { borderLines, findLines } from "./lines.ts";
import { findBestQuad } from "./quads.ts";
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

/**
 * Finds the corners of the sheet of paper in a photo, the larger of several, as pixels of the
 * picture and clockwise from the corner nearest to the picture's top left. A sheet that runs out of
 * the picture is clipped to it. Returns undefined if there is no sheet.
 */
export function findPage(picture: Picture): Quad | undefined {
  const { scale, channels, ...size } = reduce(picture, longSide);
  if (size.width < minSide || size.height < minSide) return undefined;
  const [light, ...colors] = channels;
  const paper = closeStrokes(light, size, strokeRadius);
  const smooth = colors.map((channel) => blur(channel, size));
  const edges = findEdges([blur(paper, size), ...smooth], size);
  const best = findBestQuad([...findLines(edges), ...borderLines(size)], edges);
  if (!best || (best.score < minScore && best.minCoverage < minCoverage)) return undefined;
  const corners = mapQuad(refineSides(best, edges), ({ x, y }) => ({
    x: (x + 0.5) / scale,
    y: (y + 0.5) / scale,
  }));
  return orderQuad(clipQuad(trimBoard(picture, corners), picture));
}
