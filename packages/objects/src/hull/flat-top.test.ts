import { describe, expect, it } from "vitest";
import type { Camera } from "../camera/camera.ts";
import type { CropArea } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { createGrid, type Grid } from "../geometry/grid.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import { walkRound } from "../testing/walk-round.ts";
import { carve } from "./carve.ts";
import { cutAbove, findFlatTop } from "./flat-top.ts";
import { findSupportedHeights } from "./supported-heights.ts";

type Point = readonly [number, number];

/**
 * A side of an outline: the part of the plane on its left, as a x + b y + c > 0, with the distance
 * to it.
 */
type Side = readonly [a: number, b: number, c: number];

/** Returns the sides of the smallest convex outline round points. */
function findSides(points: readonly Point[]): Side[] {
  const pairs = points.flatMap((a) => points.filter((b) => b !== a).map((b) => [a, b] as const));
  return pairs
    .map(([[x, y], [u, v]]): Side => {
      const size = Math.hypot(u - x, v - y);
      const [a, b] = [(y - v) / size, (u - x) / size];
      return [a, b, -a * x - b * y];
    })
    .filter(([a, b, c]) => points.every(([x, y]) => a * x + b * y + c > -1e-9));
}

/** A box, or else a ball, on the middle of the mat. */
type Solid = { height: number; box?: readonly [x: number, y: number] };

const small: CropArea = { left: 0, top: 0, scale: 1, width: 160, height: 120 };
/** The middle of pictures that are four times as large, with pixels of 0.7 mm. */
const large: CropArea = { left: 200, top: 120, scale: 1, width: 240, height: 240 };

/**
 * Returns the exact outlines of a box or a ball on the mat, in views that look down by about these
 * angles, by turns.
 */
function outline(solid: Solid, elevations: readonly number[], frame = small): Silhouette[] {
  const { left, top, width, height } = frame;
  const [fullWidth, fullHeight] = [width + 2 * left, height + 2 * top];
  const walk = { count: 18, width: fullWidth, height: fullHeight, seed: 4, elevations };
  const { camera: lens, poses } = walkRound(walk);
  const camera = { ...lens, distortion: [0, 0] } satisfies Camera;
  return poses.map((pose) => {
    const rays = createViewRays({ camera, pose });
    const place = new Float64Array(3);
    const ray = new Float64Array(3);
    const distances = new Float32Array(width * height);
    const points: Point[] = [];
    const { box } = solid;
    if (box) {
      for (const [x, y, z] of [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [
        corner & 1 ? box[0] / 2 : -box[0] / 2,
        corner & 2 ? box[1] / 2 : -box[1] / 2,
        corner & 4 ? solid.height : 0,
      ])) {
        rays.project(x!, y!, z!, place);
        points.push([place[0]!, place[1]!]);
      }
    }
    const sides = findSides(points);
    for (let at = 0; at < distances.length; at++) {
      const [column, row] = [left + (at % width), top + Math.floor(at / width)];
      if (box) {
        distances[at] = Math.min(...sides.map(([a, b, c]) => a * column + b * row + c));
        continue;
      }
      rays.castRay(column, row, ray);
      const [x, y, z] = rays.eye.map((value, axis) => (axis === 2 ? solid.height / 2 : 0) - value);
      const away = Math.hypot(x!, y!, z!);
      const angle = Math.acos((x! * ray[0]! + y! * ray[1]! + z! * ray[2]!) / away);
      distances[at] = (Math.asin(solid.height / 2 / away) - angle) * camera.focal;
    }
    return { camera, pose, ...frame, distances };
  });
}

const grid = createGrid({ min: [-40, -40, 0], max: [40, 40, 80] }, 2);

const findTopOf = (silhouettes: readonly Silhouette[], field: Float32Array, of: Grid = grid) =>
  findFlatTop(findSupportedHeights(silhouettes, field, of));

function findTop(solid: Solid, elevations: readonly number[]): number | undefined {
  const silhouettes = outline(solid, elevations);
  return findTopOf(silhouettes, carve(silhouettes, grid));
}

const box: Solid = { box: [50, 40], height: 30 };
const ball: Solid = { height: 60 };

describe("the flat top of a hull", () => {
  it("is found for a box, within half of a pixel of 2.9 mm", () => {
    const silhouettes = outline(box, [24, 44, 66]);
    const field = carve(silhouettes, grid);
    const at = (z: number) =>
      (z / 2 + 2) * grid.counts[0] * grid.counts[1] + 22 * grid.counts[0] + 22;
    expect(field[at(36)]).toBeGreaterThan(0);
    const top = findTopOf(silhouettes, field)!;
    expect(Math.abs(top - 30)).toBeLessThan(1.45);
    cutAbove(field, grid, top);
    expect(field[at(26)]).toBeGreaterThan(0);
    expect(field[at(34)]).toBeLessThan(0);
  });

  it("is found although some low views take what is behind it for a part of it", () => {
    const views = outline(box, [24, 44, 66]);
    const tall = outline({ ...box, height: 44 }, [24, 44, 66]);
    const mixed = views.map((view, index) => (index % 9 === 0 ? tall[index]! : view));
    const top = findTopOf(mixed, carve(views, grid))!;
    expect(Math.abs(top - 30)).toBeLessThan(1.45);
  });

  it.each([
    ["narrow pieces", 2.5],
    ["two fifths", 9],
  ])("is found although the hull lacks %s of its rim", (_, half) => {
    const views = outline(box, [24, 44, 66], large);
    const fine = createGrid({ min: [-30, -25, 0], max: [30, 25, 60] }, 1.25);
    const field = carve(views, fine);
    const [nx, ny] = fine.counts;
    for (let at = 0; at < field.length; at++) {
      const x = fine.origin[0] + fine.step * (at % nx);
      const y = fine.origin[1] + fine.step * (Math.floor(at / nx) % ny);
      const isInPiece =
        Math.abs(x) < half ? Math.abs(y) > 18 : Math.abs(y) < half && Math.abs(x) > 23;
      if (isInPiece) field[at] = Math.min(field[at]!, -1);
    }
    expect(Math.abs(findTopOf(views, field, fine)! - 30)).toBeLessThan(0.7);
  });

  it("is not known if all low views see something stand on it", () => {
    const views = outline(box, [24, 44, 66]);
    const tall = outline({ box: [6, 6], height: 60 }, [24, 44, 66]);
    const both = views.map((view, index) => ({
      ...view,
      distances: view.distances.map((distance, at) =>
        Math.max(distance, tall[index]!.distances[at]!),
      ),
    }));
    expect(findTopOf(both, carve(both, grid))).toBeUndefined();
  });

  it("is none for a ball, from several heights or from one", () => {
    for (const elevations of [[24, 44, 66], [24], [40], [66], [24, 30]]) {
      expect(findTop(ball, elevations)).toBeUndefined();
    }
    // Low views see this one almost up to its top.
    expect(findTop({ height: 40 }, [8, 44, 66])).toBeUndefined();
  });

  it("is not known from one height, or from above only: a dome would look the same", () => {
    for (const elevations of [[24], [66], [44, 66]])
      expect(findTop(box, elevations)).toBeUndefined();
  });
});
