import type { FoundMarker } from "../markers/find-markers.ts";
import { type GrayPicture, sampleLight, toGray } from "../markers/gray-picture.ts";
import type { Picture } from "../picture.ts";

export type CheckProblem = "blurred" | "too-dark" | "too-bright" | "hard-shadow";

/** What a picture is like. The sharpest of several is the one with the least `blur`. */
export type PictureCheck = {
  problem: CheckProblem | undefined;
  /** How many pixels an edge between paper and ink is wide; NaN without markers. */
  blur: number;
  /** The light of the paper, from 0 to 1 (where the sensor is full). */
  light: number;
};

/** Darker paper than this is lost in noise; lighter paper hides the pattern of the mat. */
const [minLight, maxLight] = [0.1, 0.97];
/** How many pixels the border of a marker needs for its edges to tell how sharp a picture is. */
const minRoom = 3;
/** The least light of the paper beside a marker, over the most. */
const minEvenness = 0.2;

/**
 * Checks whether a picture is sharp and well lit, by the edges of the markers in it and the paper
 * beside them. Without markers, only its light is judged, by its brightest pixels.
 */
export function checkPicture(picture: Picture, markers: readonly FoundMarker[]): PictureCheck {
  const gray = toGray(picture);
  const all = markers.flatMap((marker) => readEdges(gray, marker));
  const wide = all.filter(({ room }) => room >= minRoom);
  const edges = wide.length > 0 ? wide : all;
  if (edges.length === 0) return checkPixels(gray);
  const lights = edges.map(({ light }) => light).sort((a, b) => a - b);
  const light = pick(lights, 0.5);
  // A camera that moves blurs only the edges across its way.
  const blur = pick(
    edges.map(({ width }) => width).sort((a, b) => a - b),
    0.75,
  );
  return { problem: findProblem(), blur, light };

  function findProblem(): CheckProblem | undefined {
    if (light < minLight) return "too-dark";
    if (light > maxLight) return "too-bright";
    if (blur > maxBlur(gray)) return "blurred";
    if (pick(lights, 0.05) < minEvenness * pick(lights, 0.95)) return "hard-shadow";
  }
}

/** The widest edge that still gives an exact outline, in pixels. */
const maxBlur = ({ width }: GrayPicture) => Math.max(3.2, width / 320);

/** Returns the value that a share of sorted values does not exceed. */
const pick = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

/**
 * How wide an edge of a marker is, the light of the paper beside it, and how wide the border behind
 * it is.
 */
type Edge = { width: number; light: number; room: number };

/**
 * Reads the four sides of a marker across their middles, from the white frame through the black
 * border.
 */
function readEdges(gray: GrayPicture, { corners }: FoundMarker): Edge[] {
  const middle = [0, 1].map((axis) =>
    corners.reduce((sum, corner) => sum + corner[axis as 0 | 1] / 4, 0),
  ) as [number, number];
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % 4]!;
    const [x, y] = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2];
    const [dx, dy] = [middle[0] - x, middle[1] - y];
    const length = Math.hypot(dx, dy);
    // The frame and the border are a quarter of the way to the middle.
    const reach = 0.2 * length;
    let [light, steepest] = [0, 0];
    for (let off = -reach; off <= reach; off += 0.5) {
      const ahead = sampleLight(
        gray,
        x + ((off + 0.5) * dx) / length,
        y + ((off + 0.5) * dy) / length,
      );
      const behind = sampleLight(
        gray,
        x + ((off - 0.5) * dx) / length,
        y + ((off - 0.5) * dy) / length,
      );
      light = Math.max(light, behind);
      steepest = Math.max(steepest, behind - ahead);
    }
    return steepest > 0 ? [{ width: light / steepest, light, room: length / 4 }] : [];
  });
}

/** Judges the light of a picture without markers. */
function checkPixels({ levels }: GrayPicture): PictureCheck {
  const counts = new Uint32Array(256);
  for (const level of levels) counts[level]!++;
  const light = (findLevel(counts, 0.99) / 255) ** 2.2;
  const half = (findLevel(counts, 0.5) / 255) ** 2.2;
  const problem = light < minLight ? "too-dark" : half > maxLight ? "too-bright" : undefined;
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
