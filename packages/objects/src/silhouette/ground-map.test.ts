import { expect, test } from "vitest";
import { toPicturePixel } from "../camera/crop-area.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { createMat } from "../mat/mat.ts";
import { printMat } from "../mat/print-mat.ts";
import { walkRound } from "../testing/walk-round.ts";
import { cellSize, createGroundFinder, sampleSheet } from "./ground-map.ts";
import { createMatPyramid } from "./mat-print.ts";
import { findPlanePlaces } from "./plane-points.ts";
import { blurPrint, lensBlur, predictMat } from "./predict-mat.ts";

const mat = createMatPyramid(printMat(createMat("a4"), 2));
const color = new Float64Array(cellSize);
const desk = [120, 90, 60];

/**
 * Views of an empty mat on a desk of one hue, which is brightest from the first view: paper is 200
 * of 255 but half of it within 30 mm of the middle. The first picture is darker.
 */
function lookAtMat(count: number, isObject: (view: number, x: number, y: number) => boolean) {
  const { camera, poses } = walkRound({ count, width: 160, height: 120 });
  const { width, height } = camera;
  const frame = { left: 0, top: 0, scale: 1, width, height };
  const ray = new Float64Array(3);
  return poses.map((pose, view) => {
    const rays = createViewRays({ camera, pose });
    const crop = { ...frame, rgb: new Uint8Array(3 * width * height) };
    const print = blurPrint(
      predictMat(findPlanePlaces(rays, crop), crop, mat),
      width,
      height,
      lensBlur,
    );
    const distances = new Float32Array(width * height).fill(-24);
    for (const [at, tone] of print.entries()) {
      const column = at % width;
      rays.castRay(toPicturePixel(column, 0, 1), toPicturePixel((at - column) / width, 0, 1), ray);
      const distance = -rays.eye[2] / ray[2]!;
      const [x, y] = [rays.eye[0] + distance * ray[0]!, rays.eye[1] + distance * ray[1]!];
      const light = 200 * tone * (Math.hypot(x, y) < 30 ? 0.5 : 1);
      const seen =
        tone >= 0 ? [light, light, light] : desk.map((part) => part * (1.2 - 0.05 * view));
      const isHidden = isObject(view, x, y);
      if (isHidden) distances[at] = 24;
      const exposed = seen.map((part) => (isHidden ? 255 : part) * (view === 0 ? 0.8 : 1));
      crop.rgb.set(exposed, 3 * at);
    }
    return { sight: { camera, pose, crop }, outline: { camera, pose, ...frame, distances } };
  });
}

const findGrounds = (views: ReturnType<typeof lookAtMat>) =>
  createGroundFinder(
    views.map(({ sight }) => sight),
    mat,
  )(views.map(({ outline }) => outline));

test("views that see a place of the mat tell its light, also where others see the object", () => {
  const views = lookAtMat(9, (view, x, y) => view < 4 && Math.hypot(x - 40, y) < 25);
  const grounds = findGrounds(views);
  const { map, exposure } = grounds[8]!;
  sampleSheet(map.mat, 40, 0, color);
  const lit = color[0]! * exposure[0]!;
  expect(Math.abs(lit - 200)).toBeLessThan(4);
  sampleSheet(map.mat, 0, 5, color);
  expect(Math.abs((color[0]! * exposure[0]!) / lit - 0.5)).toBeLessThan(0.02);
  sampleSheet(map.desk, 150, 0, color);
  for (const [channel, part] of desk.entries()) {
    expect(Math.abs(color[channel]! * exposure[channel]! - part)).toBeLessThan(3);
  }
  expect(Math.abs(grounds[0]!.exposure[0]! / exposure[0]! - 0.8)).toBeLessThan(0.02);
});

test("views that see the desk darker or lighter agree on its hue", () => {
  const [ground] = findGrounds(lookAtMat(9, () => false));
  sampleSheet(ground!.map.desk, 150, 0, color);
  const [brightness, hue] = color.slice(3);
  // Half of the views are within 0.1 of the one in the middle, two thirds within 0.15.
  expect(Math.abs(brightness! - 0.15)).toBeLessThan(0.05);
  expect(hue).toBeLessThan(0.02);
});

test("no color is told for places that no view shows, and none that is far away", () => {
  const views = lookAtMat(4, () => true);
  const [ground] = findGrounds(views);
  sampleSheet(ground!.map.desk, 150, 0, color);
  expect([...color]).toEqual(new Array(cellSize).fill(Number.NaN));
  sampleSheet(ground!.map.mat, Infinity, 0, color);
  expect([...color]).toEqual(new Array(cellSize).fill(Number.NaN));
});

test("better outlines tell the light where rough ones took the mat for the object", () => {
  const views = lookAtMat(9, () => false);
  const find = createGroundFinder(
    views.map(({ sight }) => sight),
    mat,
  );
  // Rough outlines of all views cover the dark middle of the mat, so that its light is unknown and
  // taken from around it.
  const covered = lookAtMat(9, (_, x, y) => Math.hypot(x, y) < 45);
  const [rough] = find(covered.map(({ outline }) => outline));
  sampleSheet(rough!.map.mat, 0, 0, color);
  expect(color[0]! * rough!.exposure[0]!).toBeGreaterThan(150 * rough!.exposure[0]!);
  const [better] = find(views.map(({ outline }) => outline));
  sampleSheet(better!.map.mat, 0, 0, color);
  expect(Math.abs(color[0]! * better!.exposure[0]! - 80)).toBeLessThan(4);
});
