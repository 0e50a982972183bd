import { reduce } from "../corners/channels.ts";
import { blur } from "../corners/smoothing.ts";
import { closeStrokes } from "../extremes.ts";
import type { Curl } from "../geometry/curl.ts";
import { type Curve, evaluateCurve } from "../geometry/curve.ts";
import { applyHomography, findHomography, type Homography } from "../geometry/homography.ts";
import { frameQuad, isConvex } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import { mapQuad, type Quad } from "../quad.ts";
import { rectify } from "../rectify.ts";
import { followEdge, type PageChannels } from "./follow-edge.ts";

/** The size in which the page is sampled, in pixels. */
const [columns, rows] = [160, 224];
/** The margin above and below the page that is sampled with it, as a part of its height. */
const margin = 0.16;
/** The part of the height within the page in which each edge is searched. */
const reach = 0.16;
/** The maximum number of samples along a side of a pixel. */
const samplesPerPixel = 2;
/** The radius of the closing that removes strokes of text, in pixels. */
const strokeRadius = 3;
/** The minimum bend of a sheet that is not flat, as a part of its height. */
const minBend = 0.006;
/** The maximum number of rounds: corners follow from curves, and curves from corners. */
const maxRounds = 3;
/** The movement of the corners below which no further round is needed, as a part of the height. */
const smallMovement = 0.003;
/** The number of positions of a curve at which its bend is measured. */
const bendSteps = 20;

const square = frameQuad({ width: 1, height: 1 });

/**
 * Finds the curl of a page with these corners that is bent like a part of a cylinder, from the
 * edges of the paper along two opposite sides. Returns undefined if the page is flat, or if these
 * edges cannot be followed.
 */
export function findCurl(picture: Picture, corners: Quad): Curl | undefined {
  const upright = followSides(picture, corners);
  const [a, b, c, d] = corners;
  const lying = followSides(picture, [b, c, d, a]);
  if (lying && lying.bend > (upright?.bend ?? 0)) {
    const [first, second, third, fourth] = lying.corners;
    // On a page that lies on its side, the upper side is the right one.
    const curves = [mirror(lying.curves[1]), mirror(lying.curves[0])] as const;
    return { corners: [fourth, first, second, third], bent: "left and right", curves };
  }
  return upright && { corners: upright.corners, bent: "top and bottom", curves: upright.curves };
}

/** The curves of the upper and the lower side. `bend` is the maximum of `measureBend`. */
type FollowedSides = { corners: Quad; curves: readonly [Curve, Curve]; bend: number };

/** Follows the upper and the lower side. Returns undefined if both are straight or not seen. */
function followSides(picture: Picture, corners: Quad): FollowedSides | undefined {
  let quad = corners;
  for (let round = 1; ; round++) {
    const toPicture = findHomography(square, quad);
    const page = toPicture && samplePage(picture, toPicture);
    if (!page) return undefined;
    const toRow = (y: number) => Math.round(((y + margin) / (1 + 2 * margin)) * rows);
    const upper = followEdge(page, { from: 2, to: toRow(reach), inside: 1 });
    const lower = upper && followEdge(page, { from: toRow(1 - reach), to: rows - 2, inside: -1 });
    if (!lower) return undefined;
    const curves = [toPageCurve(upper), toPageCurve(lower)] as const;
    const ends: Quad = [
      { x: 0, y: evaluateCurve(curves[0], 0) },
      { x: 1, y: evaluateCurve(curves[0], 1) },
      { x: 1, y: evaluateCurve(curves[1], 1) },
      { x: 0, y: evaluateCurve(curves[1], 0) },
    ];
    const movement = Math.max(...ends.map(({ y }, index) => Math.abs(y - (index < 2 ? 0 : 1))));
    if (movement < smallMovement || round === maxRounds) {
      const bend = Math.max(...curves.map(measureBend));
      return bend < minBend ? undefined : { corners: quad, curves, bend };
    }
    quad = mapQuad(ends, (end) => applyHomography(toPicture, end));
    if (!isConvex(quad)) return undefined;
  }
}

/** Returns the page with its margins without perspective and without the strokes of its text. */
function samplePage(picture: Picture, toPicture: Homography): PageChannels | undefined {
  const around = mapQuad(square, ({ x }, index) =>
    applyHomography(toPicture, { x, y: index < 2 ? -margin : 1 + margin }),
  );
  const size = { width: columns, height: rows };
  const sampled = rectify(picture, around, size, samplesPerPixel);
  if (!sampled) return undefined;
  const [light, ...colors] = reduce(sampled, rows).channels;
  const paper = closeStrokes(light, size, strokeRadius);
  return { ...size, channels: [blur(paper, size), ...colors.map((color) => blur(color, size))] };
}

/** Converts a curve in rows of the sampled page to parts of the height of the page. */
function toPageCurve(curve: Curve): Curve {
  const scale = (1 + 2 * margin) / rows;
  return curve.map((coefficient, power) => coefficient * scale - (power === 0 ? margin : 0));
}

/** Returns the maximum distance of a curve from its chord, as a part of the height of the page. */
function measureBend(curve: Curve): number {
  const [start, end] = [evaluateCurve(curve, 0), evaluateCurve(curve, 1)];
  const positions = Array.from({ length: bendSteps + 1 }, (_, index) => index / bendSteps);
  return Math.max(
    ...positions.map((x) => Math.abs(evaluateCurve(curve, x) - start - (end - start) * x)),
  );
}

/** Returns one minus the curve, which is the curve seen from the opposite side. */
function mirror(curve: Curve): Curve {
  return curve.map((coefficient, power) => (power === 0 ? 1 : 0) - coefficient);
}
