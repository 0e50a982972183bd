import { expect, test } from "vitest";
import { createViewRays } from "../camera/view-rays.ts";
import { createGrid } from "../geometry/grid.ts";
import { createMat } from "../mat/mat.ts";
import { printMat } from "../mat/print-mat.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { createRandom, normal } from "../testing/random.ts";
import { walkRound } from "../testing/walk-round.ts";
import { createMatPyramid } from "./mat-print.ts";
import { outlineByHull } from "./outline.ts";
import { findPlanePlaces } from "./plane-points.ts";
import { predictMat } from "./predict-mat.ts";
import { unknown } from "./silhouette.ts";

const mat = createMatPyramid(printMat(createMat("a4"), 2));
const gray = [120, 120, 120];
const center = [0, 0, 80] as const;
const radius = 15;

const findInside = (x: number, y: number, z: number) =>
  radius - Math.hypot(x - center[0], y - center[1], z - center[2]);

/** Returns a mesh of the ball that is 1 mm larger than it. */
function meshBall() {
  const grid = createGrid({ min: [-20, -20, 60], max: [20, 20, 100] }, 1);
  const field = fillGrid(grid, (x, y, z) => 1 + findInside(x, y, z));
  return extractSurface(field, grid);
}

/**
 * Outlines a ball that low views see before a gray desk. Returns how far two pixels above its top
 * are inside.
 */
function lookAtBall(color: readonly number[]): number {
  const { camera, poses } = walkRound({ count: 12, width: 400, height: 300, seed: 1 });
  const [pose] = poses.toSorted(
    (a, b) =>
      createViewRays({ camera, pose: a }).eye[2] - createViewRays({ camera, pose: b }).eye[2],
  );
  const { width, height } = camera;
  const crop = {
    left: 0,
    top: 0,
    scale: 1,
    width,
    height,
    rgb: new Uint8Array(3 * width * height),
  };
  const rays = createViewRays({ camera, pose: pose! });
  const print = predictMat(findPlanePlaces(rays, crop), crop, mat);
  const random = createRandom(2);
  const ray = new Float64Array(3);
  for (const [at, tone] of print.entries()) {
    rays.castRay(at % width, Math.floor(at / width), ray);
    const [x, y, z] = rays.eye.map((value, axis) => center[axis]! - value);
    const along = x! * ray[0]! + y! * ray[1]! + z! * ray[2]!;
    const [u, v, w] = [0, 1, 2].map((axis) => rays.eye[axis]! + along * ray[axis]!);
    const paper = 220 * tone;
    const seen = findInside(u!, v!, w!) > 0 ? color : tone >= 0 ? [paper, paper, paper] : gray;
    crop.rgb.set(
      seen.map((value) => value + 3 * normal(random)),
      3 * at,
    );
  }
  const sheet = (level: number) => ({
    step: 600,
    columns: 3,
    rows: 3,
    cells: Float32Array.from({ length: 45 }, (_, at) => [level, level, level, 0.05, 0.02][at % 5]!),
  });
  const ground = {
    map: { mat: sheet(220), desk: sheet(120) },
    exposure: [1, 1, 1] as [number, number, number],
  };
  const sight = { camera, pose: pose!, crop };
  const { distances } = outlineByHull(sight, mat, meshBall(), { margin: 10, beside: true, ground });
  const place = new Float64Array(3);
  rays.project(center[0], center[1], center[2] + radius, place);
  const above = (Math.round(place[1]!) - 3) * width + Math.round(place[0]!);
  expect(print[above]).toBeNaN();
  return distances[above]!;
}

test("a desk that looks like the object beside its outline is unknown", () => {
  expect(lookAtBall(gray)).toBe(unknown);
});

test("a desk that looks otherwise is known to be outside", () => {
  const distance = lookAtBall([60, 90, 150]);
  expect(distance).toBeLessThan(-1);
  expect(distance).toBeGreaterThan(-6);
});
