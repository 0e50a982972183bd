import { expect, test } from "vitest";
import { createViewRays } from "../camera/view-rays.ts";
import { createGrid } from "../geometry/grid.ts";
import { createMat } from "../mat/mat.ts";
import { printMat } from "../mat/print-mat.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { createRandom, normal } from "../testing/random.ts";
import { walkRound } from "../testing/walk-round.ts";
import type { Color } from "./color-planes.ts";
import { createMatPyramid } from "./mat-print.ts";
import { outlineByHull } from "./outline.ts";
import { findPlanePoints } from "./plane-points.ts";
import { predictMat } from "./predict-mat.ts";
import { unknown } from "./silhouette.ts";

const mat = createMatPyramid(printMat(createMat("a4"), 2));
const gray: Color = [120, 120, 120];
const center = [0, 0, 80] as const;
const radius = 15;

const findInside = (x: number, y: number, z: number) =>
  radius - Math.hypot(x - center[0], y - center[1], z - center[2]);

/** Returns a mesh of the ball that is 1 mm larger than it. */
function meshBall() {
  const grid = createGrid({ min: [-20, -20, 60], max: [20, 20, 100] }, 1);
  const distances = fillGrid(grid, (x, y, z) => 1 + findInside(x, y, z));
  return extractSurface(distances, grid);
}

/**
 * Outlines a ball of a color that the lowest view sees in front of a gray desk. Returns the signed
 * distance three pixels above its top.
 */
function lookAtBall(color: Color): number {
  const { camera, poses } = walkRound({ count: 12, width: 400, height: 300, seed: 1 });
  const pose = poses.toSorted(
    (a, b) =>
      createViewRays({ camera, pose: a }).cameraCenter[2] -
      createViewRays({ camera, pose: b }).cameraCenter[2],
  )[0]!;
  const { width, height } = camera;
  const crop = {
    left: 0,
    top: 0,
    scale: 1,
    width,
    height,
    rgb: new Uint8Array(3 * width * height),
  };
  const rays = createViewRays({ camera, pose });
  const print = predictMat(findPlanePoints(rays, crop), crop, mat);
  const random = createRandom(2);
  const ray = new Float64Array(3);
  for (const [at, tone] of print.entries()) {
    rays.castRay(at % width, Math.floor(at / width), ray);
    const [dx = 0, dy = 0, dz = 0] = ray;
    const [x, y, z] = rays.cameraCenter;
    const along = (center[0] - x) * dx + (center[1] - y) * dy + (center[2] - z) * dz;
    const inside = findInside(x + along * dx, y + along * dy, z + along * dz);
    const paper = 220 * tone;
    const shown = inside > 0 ? color : tone >= 0 ? [paper, paper, paper] : gray;
    crop.rgb.set(
      shown.map((value) => value + 3 * normal(random)),
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
    exposure: [1, 1, 1] as Color,
  };
  const view = { camera, pose, crop };
  const { distances } = outlineByHull(view, mat, meshBall(), {
    margin: 10,
    keepUnknownGround: true,
    ground,
  });
  const projected = new Float64Array(3);
  rays.project(center[0], center[1], center[2] + radius, projected);
  const [column = 0, row = 0] = projected;
  const above = (Math.round(row) - 3) * width + Math.round(column);
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
