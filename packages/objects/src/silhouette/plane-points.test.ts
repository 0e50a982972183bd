import { expect, test } from "vitest";
import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { walkRound } from "../testing/walk-round.ts";
import { findPlanePoints } from "./plane-points.ts";

test("the points of corners are projected to the corners", () => {
  const { camera, poses } = walkRound({ count: 3 });
  const projected = new Float64Array(3);
  for (const pose of poses) {
    const rays = createViewRays({ camera, pose });
    for (const scale of [1, 2, 4]) {
      const crop = { left: 401, top: 303, width: 103, height: 82, scale };
      const points = findPlanePoints(rays, crop);
      let maxError = 0;
      for (let row = 0, at = 0; row <= crop.height; row++) {
        for (let column = 0; column <= crop.width; column++, at += 2) {
          rays.project(points[at]!, points[at + 1]!, 0, projected);
          const [x, y] = [
            toPicturePixel(column - 0.5, crop.left, scale),
            toPicturePixel(row - 0.5, crop.top, scale),
          ];
          maxError = Math.max(maxError, Math.hypot(projected[0]! - x, projected[1]! - y));
        }
      }
      expect(maxError).toBeLessThan(0.05);
    }
  }
});

test("a pixel above the horizon has no point", () => {
  const level = {
    rotation: Float64Array.of(1, 0, 0, 0, 0, -1, 0, 1, 0),
    translation: [0, 100, 400] as [number, number, number],
  };
  const camera = walkRound({ count: 1 }).camera;
  const rays = createViewRays({ camera, pose: level });
  const crop = { left: 0, top: 0, width: 9, height: 9, scale: 1 };
  const points = findPlanePoints(rays, crop);
  expect(points.every((value) => !Number.isFinite(value))).toBe(true);
});
