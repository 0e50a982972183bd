import { reduce } from "../corners/channels.ts";
import { blur } from "../corners/smoothing.ts";
import { closeStrokes } from "../extremes.ts";
import type { Curl } from "../geometry/curl.ts";
import { type Curve, evaluateCurve } from "../geometry/curve.ts";
import { applyHomography, findHomography, type Homography } from "../geometry/homography.ts";
import { frameQuad, isConvex } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import type { Quad } from "../quad.ts";
import { rectify } from "../rectify.ts";
import { followEdge, type PageChannels } from "./follow-edge.ts";

/** The page is looked at in this size, with a part of its height above and below it. */
const [columns, rows, margin] = [160, 224, 0.16];
/** The edges are searched for up to this part of the height within the page. */
const reach = 0.16;
const samplesPerPixel = 2;
const strokeRadius = 3;
/** A sheet that is bent by less than this part of its height is flat. */
const minBend = 0.006;
/**
 * The corners follow from the curves, and the curves are followed again from the corners, until
 * these rest.
 */
const rounds = 3;
const resting = 0.003;

const square = frameQuad({ width: 1, height: 1 });

/**
 * Finds out whether the page with these corners is bent like a part of a cylinder, from the edges
 * of the paper along two opposite sides. Returns undefined if it is flat, and if these edges cannot
 * be followed.
 */
export function findCurl(picture: Picture, corners: Quad): Curl | undefined {
  const upright = follow(picture, corners);
  const [a, b, c, d] = corners;
  const lying = follow(picture, [b, c, d, a]);
  if (lying && lying.bend > (upright?.bend ?? 0)) {
    const [first, second, third, fourth] = lying.corners;
    // On a page that lies on its side, the upper side is the right one.
    const curves = [mirror(lying.curves[1]), mirror(lying.curves[0])] as const;
    return { corners: [fourth, first, second, third], bent: "left and right", curves };
  }
  return upright && { corners: upright.corners, bent: "top and bottom", curves: upright.curves };
}

type Followed = { corners: Quad; curves: readonly [Curve, Curve]; bend: number };

/** Follows the upper and the lower side. */
function follow(picture: Picture, corners: Quad): Followed | undefined {
  let quad = corners;
  for (let round = 1; ; round++) {
    const toPicture = findHomography(square, quad);
    const page = toPicture && samplePage(picture, toPicture);
    if (!page) return undefined;
    const toRow = (y: number) => Math.round(((y + margin) / (1 + 2 * margin)) * rows);
    const upper = followEdge(page, { from: 2, to: toRow(reach), inside: 1 });
    const lower = upper && followEdge(page, { from: toRow(1 - reach), to: rows - 2, inside: -1 });
    if (!lower) return undefined;
    const curves = [toParts(upper), toParts(lower)] as const;
    const ends = [
      { x: 0, y: evaluateCurve(curves[0], 0) },
      { x: 1, y: evaluateCurve(curves[0], 1) },
      { x: 1, y: evaluateCurve(curves[1], 1) },
      { x: 0, y: evaluateCurve(curves[1], 0) },
    ];
    const moved = Math.max(...ends.map(({ y }, at) => Math.abs(y - (at < 2 ? 0 : 1))));
    if (moved < resting || round === rounds) {
      const bend = Math.max(...curves.map(measureBend));
      return bend < minBend ? undefined : { corners: quad, curves, bend };
    }
    quad = ends.map((end) => applyHomography(toPicture, end)) as unknown as Quad;
    if (!isConvex(quad)) return undefined;
  }
}

/**
 * Returns the page without its perspective, its text a gray mist, with what is above and below it.
 */
function samplePage(picture: Picture, toPicture: Homography): PageChannels | undefined {
  const around = [-margin, -margin, 1 + margin, 1 + margin].map((y, at) =>
    applyHomography(toPicture, { x: square[at]!.x, y }),
  ) as unknown as Quad;
  const size = { width: columns, height: rows };
  const sampled = rectify(picture, around, size, samplesPerPixel);
  if (!sampled) return undefined;
  const [light, ...colors] = reduce(sampled, rows).channels;
  const channels = [closeStrokes(light, size, strokeRadius), ...colors];
  return { ...size, channels: channels.map((channel) => blur(channel, size)) };
}

/** Returns a curve of rows as parts of the height of the page. */
function toParts(curve: Curve): Curve {
  const scale = (1 + 2 * margin) / rows;
  return curve.map((coefficient, power) => coefficient * scale - (power === 0 ? margin : 0));
}

/** Returns how far a curve is off the line between its ends. */
function measureBend(curve: Curve): number {
  const [start, end] = [evaluateCurve(curve, 0), evaluateCurve(curve, 1)];
  const places = Array.from({ length: 21 }, (_, index) => index / 20);
  return Math.max(
    ...places.map((at) => Math.abs(evaluateCurve(curve, at) - start - (end - start) * at)),
  );
}

/** Returns one minus the curve. */
function mirror(curve: Curve): Curve {
  return curve.map((coefficient, power) => (power === 0 ? 1 : 0) - coefficient);
}
