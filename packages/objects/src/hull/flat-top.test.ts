import { describe, expect, it } from "vitest";
import type { Camera } from "../camera/camera.ts";
import type { CropArea } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { createGrid, type Grid } from "../geometry/grid.ts";
import { createPointBuffer } from "../geometry/point-buffer.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
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
function outline(solid: Solid, elevations: readonly number[], area = small): Silhouette[] {
  const { left, top, width, height } = area;
  const [fullWidth, fullHeight] = [width + 2 * left, height + 2 * top];
  const walk = { count: 18, width: fullWidth, height: fullHeight, seed: 4, elevations };
  const { camera: lens, poses } = walkRound(walk);
  const camera = { ...lens, distortion: [0, 0] } satisfies Camera;
  return poses.map((pose) => {
    const rays = createViewRays({ camera, pose });
    const measure = solid.box
      ? measureBox(rays, solid.box, solid.height)
      : measureBall(rays, solid.height / 2, camera.focal);
    const distances = Float32Array.from({ length: width * height }, (_, at) =>
      measure(left + (at % width), top + Math.floor(at / width)),
    );
    return { camera, pose, ...area, distances };
  });
}

/** The signed distance of a pixel to an outline. */
type Measure = (column: number, row: number) => number;

function measureBox(rays: ViewRays, [a, b]: readonly [number, number], height: number): Measure {
  const pixel = createPointBuffer();
  const corners = [-a / 2, a / 2].flatMap((x) =>
    [-b / 2, b / 2].flatMap((y) => [0, height].map((z) => [x, y, z] as const)),
  );
  const sides = findSides(
    corners.map((corner): Point => {
      rays.project(...corner, pixel);
      return [pixel[0], pixel[1]];
    }),
  );
  return (column, row) => Math.min(...sides.map(([a, b, c]) => a * column + b * row + c));
}

function measureBall(
  { cameraCenter: eye, castRay }: ViewRays,
  radius: number,
  focal: number,
): Measure {
  const ray = createPointBuffer();
  const [x, y, z] = [-eye[0], -eye[1], radius - eye[2]];
  const distance = Math.hypot(x, y, z);
  return (column, row) => {
    castRay(column, row, ray);
    const angle = Math.acos((x * ray[0] + y * ray[1] + z * ray[2]) / distance);
    return (Math.asin(radius / distance) - angle) * focal;
  };
}

const grid = createGrid({ min: [-40, -40, 0], max: [40, 40, 80] }, 2);

/** Returns the views of silhouettes, whose pictures show white objects before black. */
const picture = (silhouettes: readonly Silhouette[]): CroppedView[] =>
  silhouettes.map(({ camera, pose, distances, ...area }) => {
    const rgb = Uint8Array.from({ length: 3 * distances.length }, (_, at) =>
      distances[Math.floor(at / 3)]! > 0 ? 255 : 0,
    );
    return { camera, pose, crop: { ...area, rgb } };
  });

const findTopOf = (
  silhouettes: Silhouette[],
  field: Float32Array,
  fieldGrid: Grid = grid,
  views = picture(silhouettes),
) => findFlatTop(findSupportedHeights({ silhouettes, views, field, grid: fieldGrid }));

/** Returns how far the top that is found is off from that of the box, in millimeters. */
const findError = (silhouettes: Silhouette[], field: Float32Array, fieldGrid: Grid = grid) =>
  Math.abs((findTopOf(silhouettes, field, fieldGrid) ?? Number.NaN) - 30);

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
    expect(findError(silhouettes, field)).toBeLessThan(1.45);
    cutAbove(field, grid, 30);
    expect(field[at(26)]).toBeGreaterThan(0);
    expect(field[at(34)]).toBeLessThan(0);
  });

  it("is found although some low views take what lies behind the box for a part of it", () => {
    const views = outline(box, [24, 44, 66]);
    const tall = outline({ ...box, height: 44 }, [24, 44, 66]);
    const mixed = views.map((view, index) => (index % 9 === 0 ? tall[index]! : view));
    expect(findError(mixed, carve(views, grid))).toBeLessThan(1.45);
  });

  it.each([
    ["narrow pieces", 2.5],
    ["two fifths", 9],
  ])("is found although the hull lacks %s of its rim", (_, half) => {
    const views = outline(box, [24, 44, 66], large);
    const fine = createGrid({ min: [-30, -25, 0], max: [30, 25, 60] }, 1.25);
    const field = carve(views, fine);
    const [nx, ny] = fine.counts;
    for (const [at, distance] of field.entries()) {
      const x = fine.origin[0] + fine.step * (at % nx);
      const y = fine.origin[1] + fine.step * (Math.floor(at / nx) % ny);
      const isInPiece =
        Math.abs(x) < half ? Math.abs(y) > 18 : Math.abs(y) < half && Math.abs(x) > 23;
      if (isInPiece) field[at] = Math.min(distance, -1);
    }
    expect(findError(views, field, fine)).toBeLessThan(0.7);
  });

  it("is found although all low views take a desk of its color for a part of the box", () => {
    const views = outline(box, [24, 44, 66], large);
    const tall = outline({ box: [10, 10], height: 42 }, [24, 44, 66], large);
    const mixed = views.map((view, index) => {
      if (index % 3 > 0) return view;
      const added = tall[index]!.distances;
      return { ...view, distances: view.distances.map((each, at) => Math.max(each, added[at]!)) };
    });
    const field = carve(mixed, grid);
    expect(findTopOf(mixed, field, grid, picture(views))).toBeCloseTo(30, 0);
    // Where pictures show an edge, there is something on the box.
    expect(findTopOf(mixed, field, grid, picture(mixed))).toBeUndefined();
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
