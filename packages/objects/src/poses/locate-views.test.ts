import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import { findMarkers } from "../markers/find-markers.ts";
import { createMat, scaleMat } from "../mat/mat.ts";
import { drawRounds } from "../testing/draw-rounds.ts";
import { createRandom } from "../testing/random.ts";
import { sightMarkers } from "../testing/sight-markers.ts";
import { walkRound } from "../testing/walk-round.ts";
import { guessCamera, locateView } from "./locate-view.ts";
import { type LocateResult, locateViews, type MarkedPicture } from "./locate-views.ts";

const mat = createMat("a4");

function getLocated(result: LocateResult) {
  if (!result.ok) throw new Error(result.problem);
  return result;
}

/** Returns how far each found camera is from its true place, in millimeters, sorted. */
function findPlaceErrors(result: LocateResult, camera: Camera, poses: readonly Pose[]): number[] {
  const located = getLocated(result);
  return located.views
    .map((view, index) => {
      if (!view.ok) throw new Error(`${index}: ${view.problem}`);
      const found = createViewRays({ camera: located.camera, pose: view.pose }).eye;
      const truth = createViewRays({ camera, pose: poses[index]! }).eye;
      return Math.hypot(...found.map((value, axis) => value - truth[axis]!));
    })
    .sort((a, b) => a - b);
}

/** Returns pictures from all around with corners off by `spread` pixels. */
function takePictures({ seed = 1, count = 24, spread = 0.1 } = {}) {
  const { camera, poses } = walkRound({ count, seed });
  const random = createRandom(seed + 50);
  const { width, height } = camera;
  const pictures = poses.map(
    (pose): MarkedPicture => ({
      width,
      height,
      markers: sightMarkers(mat, camera, pose, { random, spread }),
    }),
  );
  return { camera, poses, pictures };
}

test.each([1, 2, 3, 4, 5])(
  "corners off by 0.1 pixels give the camera and its places (seed %i)",
  (seed) => {
    const { camera, poses, pictures } = takePictures({ seed });
    const located = getLocated(locateViews(pictures, mat));
    expect(Math.abs(located.camera.focal / camera.focal - 1)).toBeLessThan(0.001);
    expect(located.focalError).toBeLessThan(0.001);
    for (const axis of [0, 1] as const) {
      expect(Math.abs(located.camera.center[axis] - camera.center[axis])).toBeLessThan(1);
      const coefficient = camera.distortion[axis];
      expect(Math.abs(located.camera.distortion[axis] - coefficient)).toBeLessThan(0.02);
    }
    const errors = findPlaceErrors(located, camera, poses);
    expect(errors[errors.length >> 1]).toBeLessThan(0.2);
    expect(errors.at(-1)).toBeLessThan(1);
    // The noise alone is 0.14 pixels on both axes together.
    expect(located.checkError!.pixels).toBeGreaterThan(0.1);
    expect(located.checkError!.pixels).toBeLessThan(0.2);
  },
);

test("markers that are half hidden do not spoil the fit", () => {
  const { camera, poses, pictures } = takePictures();
  const random = createRandom(3);
  const spoiled = pictures.map((picture) => ({
    ...picture,
    markers: picture.markers.map((marker) => {
      if (random() > 0.1) return marker;
      const [[x, y], b, c, d] = marker.corners;
      return { ...marker, corners: [[x + 6, y - 4], b, c, d] as const };
    }),
  }));
  const errors = findPlaceErrors(locateViews(spoiled, mat), camera, poses);
  expect(errors[errors.length >> 1]).toBeLessThan(0.3);
});

test("check markers change neither the camera nor a pose, and tell when they are off", () => {
  const { pictures } = takePictures();
  const located = getLocated(locateViews(pictures, mat));
  const moved = pictures.map((picture) => ({
    ...picture,
    markers: picture.markers.map((marker) => {
      if (!mat.markers[marker.id]!.isCheck) return marker;
      const corners = marker.corners.map(([x, y]) => [x + 3, y] as const);
      return { ...marker, corners: corners as unknown as typeof marker.corners };
    }),
  }));
  const checked = getLocated(locateViews(moved, mat));
  expect(checked.camera).toEqual(located.camera);
  expect(checked.views).toEqual(located.views);
  expect(checked.checkError!.pixels).toBeCloseTo(3, 1);
});

test("a mat printed at 96 % gives the true places when it is told so", () => {
  const small = scaleMat(mat, 0.96);
  const { camera, poses } = walkRound({ count: 12, seed: 8 });
  const random = createRandom(8);
  const pictures = poses.map((pose) => ({
    ...camera,
    markers: sightMarkers(small, camera, pose, { random, spread: 0.1 }),
  }));
  const told = findPlaceErrors(locateViews(pictures, small), camera, poses);
  expect(told[6]).toBeLessThan(0.3);
  // 4 % of 400 mm and more.
  expect(findPlaceErrors(locateViews(pictures, mat), camera, poses)[6]).toBeGreaterThan(15);
});

test("rendered pictures with distortion, blur, noise and shadows give places within 0.5 mm", () => {
  const [width, height] = [800, 600];
  const drawn = drawRounds({ solid: "shoe", width, height, seed: 21, count: 6, noise: 4 });
  const pictures = drawn.map(({ picture }) => ({ width, height, markers: findMarkers(picture) }));
  const [camera, poses] = [drawn[0]!.camera, drawn.map(({ pose }) => pose)];
  const located = getLocated(locateViews(pictures, mat));
  expect(Math.abs(located.camera.focal / camera.focal - 1)).toBeLessThan(0.003);
  const errors = findPlaceErrors(located, camera, poses);
  expect(errors[3]).toBeLessThan(0.5);
  expect(located.checkError!.millimeters).toBeLessThan(0.15);
});

describe("a picture without a pose has a problem", () => {
  const { pictures } = takePictures();
  const [picture] = pictures as [MarkedPicture];
  const locateWith = (odd: MarkedPicture) =>
    getLocated(locateViews([odd, ...pictures.slice(1)], mat)).views[0];

  it("when no marker is seen, or too few are", () => {
    expect(locateWith({ ...picture, markers: [] })).toEqual({ ok: false, problem: "mat-not-seen" });
    const few = { ...picture, markers: picture.markers.slice(0, 4) };
    expect(few.markers.some(({ id }) => mat.markers[id]!.isCheck)).toBe(true);
    expect(locateWith(few)).toEqual({ ok: false, problem: "too-few-markers" });
  });

  it("when it has another size than the others", () => {
    const turned = { ...picture, width: picture.height, height: picture.width };
    expect(locateWith(turned)).toEqual({ ok: false, problem: "other-size" });
  });

  it("when the markers are not where a flat mat has them", () => {
    const markers = picture.markers.map((marker) => {
      // The edges of the paper are bent up.
      const corners = marker.corners.map(([x, y]) => [x, y - ((x - 640) / 90) ** 2] as const);
      return { ...marker, corners: corners as unknown as typeof marker.corners };
    });
    expect(locateWith({ ...picture, markers })).toEqual({ ok: false, problem: "mat-not-flat" });
  });
});

describe("pictures without a camera have a problem", () => {
  const { pictures } = takePictures();

  it("when the mat is in none, or in too few", () => {
    const empty = pictures.map((picture) => ({ ...picture, markers: [] }));
    expect(locateViews(empty, mat)).toEqual({ ok: false, problem: "mat-not-seen" });
    expect(locateViews([], mat)).toEqual({ ok: false, problem: "mat-not-seen" });
    const few = [...pictures.slice(0, 2), ...empty];
    expect(locateViews(few, mat)).toEqual({ ok: false, problem: "too-few-pictures" });
  });

  it("when all look at the mat from straight above", () => {
    const { camera } = walkRound({});
    const random = createRandom(5);
    const above = [380, 400, 420, 440].map((height) => {
      const pose: Pose = {
        rotation: Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1),
        translation: [5, 3, height],
      };
      return { ...camera, markers: sightMarkers(mat, camera, pose, { random, spread: 0.1 }) };
    });
    expect(locateViews(above, mat)).toEqual({ ok: false, problem: "same-direction" });
  });

  it("when the mat is the one for other paper", () => {
    expect(locateViews(pictures, createMat("letter"))).toEqual({
      ok: false,
      problem: "mat-not-flat",
    });
  });
});

describe("the pose of a single picture", () => {
  it("is right with the right camera", () => {
    const { camera, poses, pictures } = takePictures();
    const errors = poses.map((pose, index) => {
      const view = locateView(pictures[index]!.markers, camera, mat);
      if (!view.ok) throw new Error(view.problem);
      const found = createViewRays({ camera, pose: view.pose }).eye;
      const truth = createViewRays({ camera, pose }).eye;
      return Math.hypot(...found.map((value, axis) => value - truth[axis]!));
    });
    expect(Math.max(...errors)).toBeLessThan(2);
  });

  it("has the right direction with a guessed camera", () => {
    const { camera, poses, pictures } = takePictures();
    const guess = guessCamera(camera.width, camera.height);
    for (const [index, pose] of poses.entries()) {
      const view = locateView(pictures[index]!.markers, guess, mat);
      if (!view.ok) throw new Error(view.problem);
      const found = createViewRays({ camera: guess, pose: view.pose }).eye;
      const truth = createViewRays({ camera, pose }).eye;
      const dot = found.reduce((sum, value, axis) => sum + value * truth[axis]!, 0);
      expect(dot / Math.hypot(...found) / Math.hypot(...truth)).toBeGreaterThan(
        Math.cos((3 * Math.PI) / 180),
      );
    }
  });

  it("needs markers", () => {
    const camera = guessCamera(1280, 960);
    expect(locateView([], camera, mat)).toEqual({ ok: false, problem: "mat-not-seen" });
    const { pictures } = takePictures();
    const two = pictures[0]!.markers.slice(0, 2);
    expect(locateView(two, camera, mat)).toEqual({ ok: false, problem: "too-few-markers" });
  });
});

test("corners anywhere give finite poses or a problem, and never an exception", () => {
  const place = fc.tuple(
    fc.double({ min: -5000, max: 5000, noNaN: true }),
    fc.double({ min: -5000, max: 5000, noNaN: true }),
  );
  const marker = fc.record({
    id: fc.nat(30),
    corners: fc.tuple(place, place, place, place),
    subpixel: fc.boolean(),
  });
  const picture = fc.record({
    width: fc.constantFrom(640, 640, 480),
    height: fc.constant(480),
    markers: fc.uniqueArray(marker, { selector: ({ id }) => id, maxLength: 24 }),
  });
  fc.assert(
    fc.property(fc.array(picture, { maxLength: 6 }), (pictures) => {
      const result = locateViews(pictures, mat);
      const views = result.ok ? result.views : [];
      for (const { markers } of pictures)
        views.push(locateView(markers, guessCamera(640, 480), mat));
      for (const view of views) {
        if (!view.ok) continue;
        for (const value of [...view.pose.rotation, ...view.pose.translation, view.error]) {
          expect(Number.isFinite(value)).toBe(true);
        }
      }
    }),
    { numRuns: 30 },
  );
});
