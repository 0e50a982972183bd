import { expect, test } from "vitest";
import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { createMat } from "../mat/mat.ts";
import { printMat } from "../mat/print-mat.ts";
import { walkRound } from "../testing/walk-round.ts";
import { channels } from "./color-planes.ts";
import { createGroundFinder, type ViewedGround } from "./ground-map.ts";
import { type GroundSample, type GroundSheet, sampleSheet } from "./ground-sheet.ts";
import { createMatPyramid } from "./mat-print.ts";
import { findPlanePoints } from "./plane-points.ts";
import { blurPrint, lensBlur, predictMat } from "./predict-mat.ts";

const mat = createMatPyramid(printMat(createMat("a4"), 2));
const deskColor = [120, 90, 60] as const;

function sample(sheet: GroundSheet, x: number, y: number): GroundSample {
  const ground: GroundSample = { color: [0, 0, 0], deviation: 0, chromaDeviation: 0 };
  sampleSheet(sheet, x, y, ground);
  return ground;
}

const unknownGround: GroundSample = {
  color: [Number.NaN, Number.NaN, Number.NaN],
  deviation: Number.NaN,
  chromaDeviation: Number.NaN,
};

/**
 * Views of an empty mat on a desk of one hue, which is brightest from the first view: paper is 200
 * of 255 but half of it within 30 mm of the middle. The first picture is darker.
 */
function lookAtMat(count: number, isObject: (view: number, x: number, y: number) => boolean) {
  const { camera, poses } = walkRound({ count, width: 160, height: 120 });
  const { width, height } = camera;
  const area = { left: 0, top: 0, scale: 1, width, height };
  const ray = new Float64Array(3);
  return poses.map((pose, view) => {
    const rays = createViewRays({ camera, pose });
    const crop = { ...area, rgb: new Uint8Array(3 * width * height) };
    const print = blurPrint(
      predictMat(findPlanePoints(rays, crop), crop, mat),
      width,
      height,
      lensBlur,
    );
    const distances = new Float32Array(width * height).fill(-24);
    for (const [at, tone] of print.entries()) {
      const column = at % width;
      const row = (at - column) / width;
      rays.castRay(toPicturePixel(column, 0, 1), toPicturePixel(row, 0, 1), ray);
      const [dx = 0, dy = 0, dz = 0] = ray;
      const distance = -rays.cameraCenter[2] / dz;
      const [x, y] = [rays.cameraCenter[0] + distance * dx, rays.cameraCenter[1] + distance * dy];
      const light = 200 * tone * (Math.hypot(x, y) < 30 ? 0.5 : 1);
      const ground =
        tone >= 0 ? [light, light, light] : deskColor.map((value) => value * (1.2 - 0.05 * view));
      const isHidden = isObject(view, x, y);
      if (isHidden) distances[at] = 24;
      const exposed = ground.map((value) => (isHidden ? 255 : value) * (view === 0 ? 0.8 : 1));
      crop.rgb.set(exposed, 3 * at);
    }
    return { view: { camera, pose, crop }, outline: { camera, pose, ...area, distances } };
  });
}

type Views = ReturnType<typeof lookAtMat>;

const createFinder = (views: Views) =>
  createGroundFinder(
    views.map(({ view }) => view),
    mat,
  );

const findGrounds = (views: Views, find = createFinder(views)) =>
  find(views.map(({ outline }) => outline));

function takeView(grounds: readonly ViewedGround[], view: number): ViewedGround {
  const ground = grounds[view];
  if (!ground) throw new Error(`There is no view ${view}.`);
  return ground;
}

test("views that see a point of the mat show its light, also where others see the object", () => {
  const views = lookAtMat(9, (view, x, y) => view < 4 && Math.hypot(x - 40, y) < 25);
  const grounds = findGrounds(views);
  const [first, last] = [takeView(grounds, 0), takeView(grounds, 8)];
  const { map, exposure } = last;
  const light = sample(map.mat, 40, 0).color[0] * exposure[0];
  expect(Math.abs(light - 200)).toBeLessThan(4);
  const shaded = sample(map.mat, 0, 5).color[0] * exposure[0];
  expect(Math.abs(shaded / light - 0.5)).toBeLessThan(0.02);
  const { color } = sample(map.desk, 150, 0);
  for (const channel of channels) {
    expect(Math.abs(color[channel] * exposure[channel] - deskColor[channel])).toBeLessThan(3);
  }
  expect(Math.abs(first.exposure[0] / exposure[0] - 0.8)).toBeLessThan(0.02);
});

test("views that see the desk darker or lighter agree on its chroma", () => {
  const ground = takeView(findGrounds(lookAtMat(9, () => false)), 0);
  const { deviation, chromaDeviation } = sample(ground.map.desk, 150, 0);
  // Half of the views are within 0.1 of the one in the middle, two thirds within 0.15.
  expect(Math.abs(deviation - 0.15)).toBeLessThan(0.05);
  expect(chromaDeviation).toBeLessThan(0.02);
});

test("no color is told for points that no view shows, and none for points far away", () => {
  const ground = takeView(findGrounds(lookAtMat(4, () => true)), 0);
  expect(sample(ground.map.desk, 150, 0)).toEqual(unknownGround);
  expect(sample(ground.map.mat, Infinity, 0)).toEqual(unknownGround);
});

test("better outlines show the light where rough ones took the mat for the object", () => {
  const views = lookAtMat(9, () => false);
  const find = createFinder(views);
  // Rough outlines of all views cover the dark middle of the mat, so that its light is unknown and
  // taken from around it.
  const covered = lookAtMat(9, (_, x, y) => Math.hypot(x, y) < 45);
  const rough = takeView(findGrounds(covered, find), 0);
  expect(sample(rough.map.mat, 0, 0).color[0]).toBeGreaterThan(150);
  const better = takeView(findGrounds(views, find), 0);
  const light = sample(better.map.mat, 0, 0).color[0] * better.exposure[0];
  expect(Math.abs(light - 80)).toBeLessThan(4);
});
