import { expect, test } from "vitest";
import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { walkRound } from "../testing/walk-round.ts";
import { findPlanePlaces } from "./plane-points.ts";

test("the places of corners are seen at the corners", () => {
  const { camera, poses } = walkRound({ count: 3 });
  const seen = new Float64Array(3);
  for (const pose of poses) {
    const rays = createViewRays({ camera, pose });
    for (const scale of [1, 2, 4]) {
      const crop = { left: 401, top: 303, width: 103, height: 82, scale };
      const places = findPlanePlaces(rays, crop);
      let farthest = 0;
      for (let row = 0, at = 0; row <= crop.height; row++) {
        for (let column = 0; column <= crop.width; column++, at += 2) {
          rays.project(places[at]!, places[at + 1]!, 0, seen);
          const [x, y] = [
            toPicturePixel(column - 0.5, crop.left, scale),
            toPicturePixel(row - 0.5, crop.top, scale),
          ];
          farthest = Math.max(farthest, Math.hypot(seen[0]! - x, seen[1]! - y));
        }
      }
      expect(farthest).toBeLessThan(0.05);
    }
  }
});

test("a pixel over the horizon has no place", () => {
  const level = {
    rotation: Float64Array.of(1, 0, 0, 0, 0, -1, 0, 1, 0),
    translation: [0, 100, 400] as [number, number, number],
  };
  const camera = walkRound({ count: 1 }).camera;
  const rays = createViewRays({ camera, pose: level });
  const crop = { left: 0, top: 0, width: 9, height: 9, scale: 1 };
  const places = findPlanePlaces(rays, crop);
  expect(places.every((value) => !Number.isFinite(value))).toBe(true);
});
