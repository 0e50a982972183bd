import { expect, test } from "vitest";
import type { Camera, Pose } from "./camera.ts";
import { createViewRays } from "./view-rays.ts";

const camera: Camera = {
  width: 1280,
  height: 960,
  focal: 1000,
  center: [640, 480],
  distortion: [0, 0],
};
/** The pose of a camera 400 mm above the middle of the mat, which looks straight down. */
const above: Pose = {
  rotation: Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1),
  translation: [0, 0, 400],
};

test("a camera above the mat sees its x to the right and its y upwards", () => {
  const rays = createViewRays({ camera, pose: above });
  const projected = new Float64Array(3);
  rays.project(40, 0, 0, projected);
  expect([...projected]).toEqual([740, 480, 400]);
  rays.project(0, 40, 200, projected);
  // At half the distance, 40 mm are 200 pixels.
  expect([...projected]).toEqual([640, 280, 200]);
  expect(rays.cameraCenter).toEqual([-0, -0, 400]);
});

test("distortion moves a point along its radius", () => {
  const rays = createViewRays({ camera: { ...camera, distortion: [0.1, -0.2] }, pose: above });
  const projected = new Float64Array(3);
  rays.project(200, 0, 0, projected);
  // r = 0.5: 1 + 0.1 · 0.25 - 0.2 · 0.0625 = 1.0125.
  expect(projected[0]).toBeCloseTo(640 + 1000 * 0.5 * 1.0125, 9);
});

test("the ray of a pixel leads through the points that the pixel shows", () => {
  const rays = createViewRays({ camera: { ...camera, distortion: [0.06, -0.09] }, pose: above });
  const ray = new Float64Array(3);
  const projected = new Float64Array(3);
  for (const [column, row] of [
    [0, 0],
    [1279, 100],
    [700, 500],
  ] as const) {
    rays.castRay(column, row, ray);
    const [dx = 0, dy = 0, dz = 0] = ray;
    expect(Math.hypot(dx, dy, dz)).toBeCloseTo(1, 9);
    const [x, y, z] = rays.cameraCenter;
    rays.project(x + 300 * dx, y + 300 * dy, z + 300 * dz, projected);
    const [projectedColumn = 0, projectedRow = 0] = projected;
    expect(Math.hypot(projectedColumn - column, projectedRow - row)).toBeLessThan(0.01);
  }
});
