import type { Point } from "../geometry/homography.ts";
import type { FoundMarker } from "../markers/find-markers.ts";
import { type GrayPicture, sampleLight, toGray } from "../markers/gray-picture.ts";
import type { Picture } from "../picture.ts";

export type CheckProblem = "blurred" | "too-dark" | "too-bright" | "hard-shadow";

/** The quality of a picture. The sharpest of several is the one with the least `blur`. */
export type PictureCheck = {
  problem: CheckProblem | undefined;
  /** The width of an edge between paper and ink, in pixels; NaN without markers. */
  blur: number;
  /** The light of the paper, from 0 to 1 (where the sensor is full). */
  light: number;
};

/** The light of the paper: darker paper is lost in noise. */
const minLight = 0.1;
/** Lighter paper is overexposed, which hides the pattern of the mat. */
const maxLight = 0.97;
/** The light of the darkest paper over the lightest: less is a hard shadow. */
const minEvenness = 0.2;
/** The width of the border of a marker, in pixels, from which its edges show the blur. */
const minBorder = 3;
/** The widest edge that still gives an exact outline, in pixels. */
const findMaxBlur = ({ width }: GrayPicture) => Math.max(3.2, width / 320);

/**
 * Checks whether a picture is sharp and well lit, by the edges of the markers in it and the paper
 * beside them. Without markers, only its light is judged, by its brightest pixels.
 */
export function checkPicture(picture: Picture, markers: readonly FoundMarker[]): PictureCheck {
  const gray = toGray(picture);
  const all = markers.flatMap((marker) => readEdges(gray, marker));
  const wide = all.filter(({ border }) => border >= minBorder);
  const edges = wide.length > 0 ? wide : all;
  if (edges.length === 0) return checkPixels(gray);
  const lights = edges.map(({ light }) => light);
  const light = findQuantile(lights, 0.5);
  // A camera that moves blurs only the edges across its motion.
  const blur = findQuantile(
    edges.map(({ width }) => width),
    0.75,
  );
  return { problem: findProblem(), blur, light };

  function findProblem(): CheckProblem | undefined {
    if (light < minLight) return "too-dark";
    if (light > maxLight) return "too-bright";
    if (blur > findMaxBlur(gray)) return "blurred";
    const [darkest, lightest] = [findQuantile(lights, 0.05), findQuantile(lights, 0.95)];
    if (darkest < minEvenness * lightest) return "hard-shadow";
  }
}

/** Returns the value that a share of all values does not exceed; NaN without values. */
const findQuantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(share * values.length))
  ] ?? Number.NaN;

/**
 * An edge of a marker: its width in pixels, the light of the paper beside it, and the width of the
 * black border behind it in pixels.
 */
type Edge = { width: number; light: number; border: number };

/**
 * Reads the four sides of a marker across their middles, from the white frame through the black
 * border.
 */
function readEdges(gray: GrayPicture, { corners: [a, b, c, d] }: FoundMarker): Edge[] {
  const center = [
    a[0] / 4 + b[0] / 4 + c[0] / 4 + d[0] / 4,
    a[1] / 4 + b[1] / 4 + c[1] / 4 + d[1] / 4,
  ] as const;
  const edges = [
    readEdge(gray, findMidpoint(a, b), center),
    readEdge(gray, findMidpoint(b, c), center),
    readEdge(gray, findMidpoint(c, d), center),
    readEdge(gray, findMidpoint(d, a), center),
  ];
  return edges.filter((edge) => edge !== undefined);
}

const findMidpoint = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Reads an edge along the way to the center of its marker; undefined if light does not fall. */
function readEdge(gray: GrayPicture, [x, y]: Point, center: Point): Edge | undefined {
  const [dx, dy] = [center[0] - x, center[1] - y];
  const length = Math.hypot(dx, dy);
  const sample = (distance: number) =>
    sampleLight(gray, x + (distance * dx) / length, y + (distance * dy) / length);
  // The frame and the border are each a quarter of the way to the center.
  const reach = 0.2 * length;
  let [light, maxSlope] = [0, 0];
  for (let distance = -reach; distance <= reach; distance += 0.5) {
    const outer = sample(distance - 0.5);
    light = Math.max(light, outer);
    maxSlope = Math.max(maxSlope, outer - sample(distance + 0.5));
  }
  return maxSlope > 0 ? { width: light / maxSlope, light, border: length / 4 } : undefined;
}

/** Judges the light of a picture without markers. */
function checkPixels({ levels }: GrayPicture): PictureCheck {
  const counts = new Uint32Array(256);
  for (const level of levels) counts[level]!++;
  const light = (findLevel(counts, 0.99) / 255) ** 2.2;
  const medianLight = (findLevel(counts, 0.5) / 255) ** 2.2;
  const problem = light < minLight ? "too-dark" : medianLight > maxLight ? "too-bright" : undefined;
  return { problem, blur: Number.NaN, light };
}

/** Returns the level that a share of the counted ones does not exceed. */
function findLevel(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let sum = 0;
  return counts.findIndex((count) => {
    sum += count;
    return sum >= share * total;
  });
}
