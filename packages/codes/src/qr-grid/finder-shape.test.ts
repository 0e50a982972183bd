import { expect, test } from "vitest";
import type { Quad } from "../../../../e2e/camera/geometry.ts";
import { projectSquare } from "../geometry/projection.ts";
import type { Plane } from "../plane.ts";
import { drawQrScene, encodeQr } from "../testing/qr-pictures.ts";
import { findFinders } from "./find-finders.ts";
import { toModules } from "./finder-shape.ts";
import { groupFinders } from "./group-finders.ts";
import { measureContrast } from "./local-contrast.ts";

const version = 3;
const size = 29;
const modules = await encodeQr("finders", { version: String(version) });
const corners: Quad = [
  { x: 40, y: 30 },
  { x: 130, y: 50 },
  { x: 140, y: 150 },
  { x: 25, y: 170 },
];
const plane = drawQrScene(modules, { width: 180, height: 190, corners, noise: 4 });
const toPicture = projectSquare(corners, size)!;
const centers = [toPicture(3.5, 3.5), toPicture(size - 3.5, 3.5), toPicture(3.5, size - 3.5)];

function findIn(picture: Plane) {
  return findFinders(measureContrast(picture, 1));
}

test("findFinders finds the three finder patterns within half a pixel and nothing else as clear", () => {
  const clear = findIn(plane).filter(({ score }) => score > 0.7);
  expect(clear.length).toBe(3);
  for (const { x, y } of centers) {
    const distances = clear.map(({ center }) => Math.hypot(center.x - x, center.y - y));
    expect(Math.min(...distances)).toBeLessThan(0.5);
  }
});

test("toModules measures a finder pattern as 7 modules wide and high, however it is seen", () => {
  const [finder] = findIn(plane).filter(
    ({ center }) => Math.hypot(center.x - centers[0]!.x, center.y - centers[0]!.y) < 1,
  );
  const across = subtract(toPicture(7, 3.5), toPicture(0, 3.5));
  const down = subtract(toPicture(3.5, 7), toPicture(3.5, 0));
  const [width, height] = [toModules(finder!, across), toModules(finder!, down)];
  expect(Math.abs(Math.hypot(width.x, width.y) - 7)).toBeLessThan(0.7);
  expect(Math.abs(Math.hypot(height.x, height.y) - 7)).toBeLessThan(0.7);
  const cosine = (width.x * height.x + width.y * height.y) / 49;
  expect(Math.abs(cosine)).toBeLessThan(0.12);
});

test("groupFinders puts the finder patterns in order, with the right version among the first", () => {
  const [group] = groupFinders(findIn(plane));
  expect(group!.versions.slice(0, 2)).toContain(version);
  for (const [i, center] of [centers[0]!, centers[1]!, undefined, centers[2]!].entries()) {
    if (!center) continue;
    const found = group!.centers[i]!;
    expect(Math.hypot(found.x - center.x, found.y - center.y)).toBeLessThan(1);
  }
  const opposite = toPicture(size - 3.5, size - 3.5);
  const completed = group!.centers[2];
  expect(Math.hypot(completed.x - opposite.x, completed.y - opposite.y)).toBeLessThan(12);
});

test("nothing is found on a blank picture or on stripes", () => {
  const side = 200;
  const blank = new Uint8Array(side * side).fill(128);
  const stripes = blank.map((_, i) => ((i % side) % 8 < 4 ? 40 : 220));
  for (const data of [blank, stripes]) {
    expect(findIn({ data, width: side, height: side, scale: 1 })).toEqual([]);
  }
});

function subtract(a: { x: number; y: number }, b: { x: number; y: number }) {
  return { x: a.x - b.x, y: a.y - b.y };
}
