import { expect, test } from "vitest";
import type { Pose } from "../camera/camera.ts";
import { walkRound } from "../testing/walk-round.ts";
import { countCoverage, domeCells, findDomeCell } from "./dome.ts";

/** A camera above the mat that looks straight down from (x, y, z). */
const lookDownFrom = (x: number, y: number, z: number): Pose => ({
  rotation: Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1),
  translation: [-x, y, z],
});

test("a camera is in the cell of its direction from the object", () => {
  for (const [index, { elevation, azimuth }] of domeCells.entries()) {
    const [up, round] = [(elevation * Math.PI) / 180, (azimuth * Math.PI) / 180];
    for (const distance of [200, 600]) {
      const level = distance * Math.cos(up);
      const pose = lookDownFrom(
        level * Math.cos(round),
        level * Math.sin(round),
        30 + distance * Math.sin(up),
      );
      expect(findDomeCell(pose)).toBe(index);
    }
  }
});

test("a camera straight above, or level with the mat, is in none", () => {
  expect(findDomeCell(lookDownFrom(0, 0, 400))).toBeUndefined();
  expect(findDomeCell(lookDownFrom(400, 0, 20))).toBeUndefined();
});

test("a walk in three rings covers most cells, and half of it only half", () => {
  const { poses } = walkRound({ count: 60 });
  const all = countCoverage(poses);
  expect(all.filter((count) => count > 0).length).toBeGreaterThan(0.8 * domeCells.length);
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(60);
  // The left side of the mat only.
  const half = countCoverage(
    poses.filter((pose) => {
      const azimuth = domeCells[findDomeCell(pose) ?? -1]?.azimuth;
      return azimuth !== undefined && azimuth > 90 && azimuth < 270;
    }),
  );
  expect(domeCells.every(({ azimuth }, index) => azimuth > 90 || half[index] === 0)).toBe(true);
  expect(half.filter((count) => count > 0).length).toBeLessThan(0.55 * domeCells.length);
});
