import { clipPolygon, containsPoint, frameQuad, signedArea } from "../geometry/polygon.ts";
import type { Quad } from "../quad.ts";
import type { Edges } from "./edges.ts";

/** The minimum share of a quad that it has beside another one. Less is not looked at. */
const minBesideShare = 0.05;
/** The minimum share of the pixels of a pattern that are edges. */
const minEdgeShare = 0.02;
/** The minimum density of edges in a part of a pattern, over that of the picture around. */
const minLikeness = 0.5;

/**
 * Returns whether the part of a quad that is not in another one belongs to the pattern around it:
 * it has nearly as many edges. Quads are in pixels of the picture of the edges, and convex.
 */
export function hasPatternBeside(quad: Quad, other: Quad, edges: Edges): boolean {
  const inPicture = clipPolygon(quad, frameQuad(edges));
  const area = Math.abs(signedArea(inPicture));
  const besideArea = area - Math.abs(signedArea(clipPolygon(inPicture, other)));
  if (besideArea < minBesideShare * area) return false;
  let [beside, around] = [0, 0];
  for (const index of edges.points) {
    const point = { x: index % edges.width, y: Math.floor(index / edges.width) };
    if (!containsPoint(quad, point)) around++;
    else if (!containsPoint(other, point)) beside++;
  }
  const density = beside / besideArea;
  const densityAround = around / (edges.width * edges.height - area);
  return density > minEdgeShare && density > minLikeness * densityAround;
}
