import type { Viewpoint } from "../camera/camera.ts";
import { type CropArea, toCropPixel, toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { boxSum } from "../silhouette/box-sum.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";

/**
 * A reduced view, with how far its rays go until they meet the hull, in millimeters; infinite
 * beside it.
 */
export type DepthView = Viewpoint & { frame: CropArea; gray: Float32Array; hull: Float32Array };

/**
 * How far the rays of a view go until they meet the surface, in millimeters; 0 where that is not
 * known.
 */
export type DepthMap = Viewpoint & { frame: CropArea; distances: Float32Array };

/** Behind the hull, the surface is looked for in steps of millimeters, up to a depth. */
const step = 1;
const [first, last] = [-2, 24];
/** Surfaces are compared in squares of this radius, in averaged pixels. */
const radius = 2;
/**
 * How alike the squares have to be in two other views (correlation), and how strong their texture.
 */
const minLikeness = 0.9;
const minSpread = 4;
/** By how much the likeness has to drop at depths that are more than so many steps away. */
const minDrop = 0.07;
const peakWidth = 4;

/** Prepares a view for depths: averages squares of `scale` pixels, so that noise counts less. */
export function createDepthView(
  { camera, pose, crop }: CroppedView,
  mesh: Mesh,
  scale: number,
): DepthView {
  const rays = createViewRays({ camera, pose });
  const width = Math.floor(crop.width / scale);
  const height = Math.floor(crop.height / scale);
  const frame = { left: crop.left, top: crop.top, scale, width, height };
  const gray = new Float32Array(width * height);
  for (let row = 0; row < height * scale; row++) {
    for (let column = 0; column < width * scale; column++) {
      const from = 3 * (row * crop.width + column);
      const level = crop.rgb[from]! + 2 * crop.rgb[from + 1]! + crop.rgb[from + 2]!;
      gray[Math.floor(row / scale) * width + Math.floor(column / scale)]! += level / 4 / scale ** 2;
    }
  }
  const depths = rasterize(mesh, rays, frame);
  const ray = new Float64Array(3);
  const place = new Float64Array(3);
  const hull = depths.map((depth, at) => {
    if (depth === Infinity) return Infinity;
    castThrough(rays, frame, at, ray);
    const [x, y, z] = rays.eye;
    rays.project(x + 100 * ray[0]!, y + 100 * ray[1]!, z + 100 * ray[2]!, place);
    return (100 * depth) / place[2]!;
  });
  return { camera, pose, frame, gray, hull };
}

/**
 * Finds how deep the surface is behind the hull, where it has texture that other views show alike.
 */
export function measureDepths(view: DepthView, others: readonly DepthView[]): DepthMap {
  const { camera, pose, frame, gray, hull } = view;
  const rays = createViewRays(view);
  const compared = others.map((other) => ({ ...other, rays: createViewRays(other) }));
  const { width, height } = frame;
  const size = width * height;
  const known = hull.map((_, at) => (isWithin(hull, width, at) ? 1 : 0));
  const directions = new Float32Array(3 * size);
  const ray = new Float64Array(3);
  for (let at = 0; at < size; at++) {
    if (!known[at]) continue;
    castThrough(rays, frame, at, ray);
    directions.set(ray, 3 * at);
  }
  const steps = last - first + 1;
  const scores = new Float32Array(steps * size);
  const scratch = createScratch(view, known);
  const [best, second] = [new Float32Array(size), new Float32Array(size)];
  for (let index = 0; index < steps; index++) {
    best.fill(-1);
    second.fill(-1);
    for (const other of compared) {
      const behind = (first + index) * step;
      const likenesses = compare(
        gray,
        known,
        hull,
        directions,
        rays.eye,
        behind,
        other,
        frame,
        scratch,
      );
      for (let at = 0; at < size; at++) {
        const likeness = likenesses[at]!;
        if (likeness > best[at]!) {
          second[at] = best[at]!;
          best[at] = likeness;
        } else if (likeness > second[at]!) second[at] = likeness;
      }
    }
    for (let at = 0; at < size; at++) scores[index * size + at] = (best[at]! + second[at]!) / 2;
  }
  const distances = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    if (!known[at]) continue;
    let top = 1;
    for (let index = 1; index < steps - 1; index++) {
      if (scores[index * size + at]! > scores[top * size + at]!) top = index;
    }
    const score = scores[top * size + at]!;
    if (score < minLikeness || !isDistinct(scores, size, at, top)) continue;
    const [before, after] = [scores[(top - 1) * size + at]!, scores[(top + 1) * size + at]!];
    const bend = before + after - 2 * score;
    const shift = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
    distances[at] = hull[at]! + (first + top + shift) * step;
  }
  return { camera, pose, frame, distances };
}

/**
 * Tells whether a pixel and its eight neighbors see the hull. Pixels at its rim also show the mat,
 * which looks alike in other views at wrong depths.
 */
export function isWithin(hull: Float32Array, width: number, at: number): boolean {
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      if (!(hull[at + row * width + column]! < Infinity)) return false;
    }
  }
  return true;
}

/**
 * Tells whether no depth that is more than a few steps from the best one is nearly as good, as on
 * surfaces without texture.
 */
function isDistinct(scores: Float32Array, size: number, at: number, top: number): boolean {
  const limit = scores[top * size + at]! - minDrop;
  for (let index = 0; index < scores.length / size; index++) {
    if (Math.abs(index - top) > peakWidth && scores[index * size + at]! > limit) return false;
  }
  return true;
}

/**
 * Sums over squares that a correlation needs of one view: how many pixels count, their values and
 * their squares.
 */
type OwnSums = { counts: Float32Array; values: Float32Array; squares: Float32Array };

/** Sums of the view where it is known, and arrays to work in. All steps share them. */
type Scratch = {
  known: OwnSums;
  terms: Float32Array[];
  sums: Float32Array[];
  likenesses: Float32Array;
};

function createScratch({ gray, frame }: DepthView, known: Float32Array): Scratch {
  const create = () => new Float32Array(gray.length);
  return {
    known: sumOwn(gray, known, frame),
    terms: [create(), create(), create()],
    sums: [create(), create(), create()],
    likenesses: create(),
  };
}

function sumOwn(gray: Float32Array, flags: Float32Array, { width, height }: CropArea): OwnSums {
  const values = new Float32Array(gray.length);
  const squares = new Float32Array(gray.length);
  for (let at = 0; at < gray.length; at++) {
    const value = gray[at]! * flags[at]!;
    values[at] = value;
    squares[at] = value * value;
  }
  return {
    counts: boxSum(flags, width, height, radius),
    values: boxSum(values, width, height, radius),
    squares: boxSum(squares, width, height, radius),
  };
}

/**
 * Returns the correlation of squares of two views, for a surface so far behind the hull; -1 where
 * it is not known.
 */
function compare(
  gray: Float32Array,
  known: Float32Array,
  hull: Float32Array,
  directions: Float32Array,
  eye: ViewRays["eye"],
  behind: number,
  other: DepthView & { rays: ViewRays },
  frame: CropArea,
  { known: knownSums, terms, sums, likenesses }: Scratch,
): Float32Array {
  const { width, height } = frame;
  const size = width * height;
  const [b, products, squaresB] = terms as Three;
  for (const term of terms) term.fill(0);
  /** The known pixels that the other view sees, if it does not see all of them. */
  let seenOnly: Float32Array | undefined;
  const { left, top, scale, width: wide, height: high } = other.frame;
  const place = new Float64Array(3);
  for (let at = 0; at < size; at++) {
    if (!known[at]) continue;
    const distance = hull[at]! + behind;
    other.rays.project(
      eye[0] + distance * directions[3 * at]!,
      eye[1] + distance * directions[3 * at + 1]!,
      eye[2] + distance * directions[3 * at + 2]!,
      place,
    );
    const u = toCropPixel(place[0]!, left, scale);
    const v = toCropPixel(place[1]!, top, scale);
    const column = Math.floor(u);
    const row = Math.floor(v);
    if (column < 0 || row < 0 || column >= wide - 1 || row >= high - 1) {
      seenOnly ??= known.slice();
      seenOnly[at] = 0;
      continue;
    }
    const from = row * wide + column;
    const s = u - column;
    const upper = other.gray[from]! * (1 - s) + other.gray[from + 1]! * s;
    const lower = other.gray[from + wide]! * (1 - s) + other.gray[from + wide + 1]! * s;
    const seen = upper + (lower - upper) * (v - row);
    b[at] = seen;
    products[at] = gray[at]! * seen;
    squaresB[at] = seen * seen;
  }
  for (const [index, term] of terms.entries()) boxSum(term, width, height, radius, sums[index]!);
  const [sumB, sumAB, sumBB] = sums as Three;
  const flags = seenOnly ?? known;
  const own = seenOnly ? sumOwn(gray, seenOnly, frame) : knownSums;
  const { counts, values: sumA, squares: sumAA } = own;
  likenesses.fill(-1);
  for (let at = 0; at < size; at++) {
    const n = counts[at]!;
    if (!flags[at] || n < (2 * radius + 1) ** 2 / 2) continue;
    const meanA = sumA[at]! / n;
    const meanB = sumB[at]! / n;
    const spreadA = sumAA[at]! / n - meanA ** 2;
    const spreadB = sumBB[at]! / n - meanB ** 2;
    if (spreadA < minSpread ** 2 || spreadB < minSpread ** 2) continue;
    likenesses[at] = (sumAB[at]! / n - meanA * meanB) / Math.sqrt(spreadA * spreadB);
  }
  return likenesses;
}

type Three = [Float32Array, Float32Array, Float32Array];

function castThrough(rays: ViewRays, frame: CropArea, at: number, ray: Float64Array): void {
  const { left, top, scale, width } = frame;
  const column = at % width;
  const row = (at - column) / width;
  rays.castRay(toPicturePixel(column, left, scale), toPicturePixel(row, top, scale), ray);
}
