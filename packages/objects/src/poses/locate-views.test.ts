import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Camera, Pose } from "../camera/camera.ts";
import { createViewRays } from "../camera/view-rays.ts";
import type { Point } from "../geometry/homography.ts";
import { median } from "../geometry/median.ts";
import { findDistance } from "../geometry/vector.ts";
import { type FoundMarker, findMarkers } from "../markers/find-markers.ts";
import { createMat, scaleMat } from "../mat/mat.ts";
import { drawRounds } from "../testing/draw-rounds.ts";
import { projectMarkers } from "../testing/project-markers.ts";
import { createRandom } from "../testing/random.ts";
import { walkRound } from "../testing/walk-round.ts";
import { guessCamera, type LocatedView, locateView } from "./locate-view.ts";
import { type LocateResult, locateViews, type MarkedPicture } from "./locate-views.ts";

const mat = createMat("a4");

function getLocated(result: LocateResult) {
  if (!result.ok) throw new Error(result.problem);
  return result;
}

const findCameraCenter = (camera: Camera, pose: Pose) =>
  createViewRays({ camera, pose }).cameraCenter;

function getPose(view: LocatedView | undefined): Pose {
  if (!view?.ok) throw new Error(view?.problem);
  return view.pose;
}

/** Returns the distance of each found camera center from the true one, in millimeters. */
function findCenterErrors(result: LocateResult, camera: Camera, poses: readonly Pose[]): number[] {
  const located = getLocated(result);
  return poses.map((pose, index) => {
    const found = findCameraCenter(located.camera, getPose(located.views[index]));
    return findDistance(found, findCameraCenter(camera, pose));
  });
}

function getCheckError(result: LocateResult) {
  const { checkError } = getLocated(result);
  if (!checkError) throw new Error("No check marker is seen.");
  return checkError;
}

/** Moves the corners of a marker. */
function moveCorners(marker: FoundMarker, move: (corner: Point) => Point): FoundMarker {
  const [a, b, c, d] = marker.corners;
  return { ...marker, corners: [move(a), move(b), move(c), move(d)] };
}

const isCheck = ({ id }: FoundMarker) => mat.markers[id]?.isCheck === true;

/** Returns pictures from all around; the noise of corners has the deviation `spread` in pixels. */
function takePictures({ seed = 1, count = 24, spread = 0.1 } = {}) {
  const { camera, poses } = walkRound({ count, seed });
  const random = createRandom(seed + 50);
  const { width, height } = camera;
  const pictures = poses.map(
    (pose): MarkedPicture => ({
      width,
      height,
      markers: projectMarkers(mat, camera, pose, { random, spread }),
    }),
  );
  return { camera, poses, pictures };
}

test.each([1, 2, 3, 4, 5])(
  "corners with noise of 0.1 pixels give the camera and its poses (seed %i)",
  (seed) => {
    const { camera, poses, pictures } = takePictures({ seed });
    const result = locateViews(pictures, mat);
    const located = getLocated(result);
    expect(Math.abs(located.camera.focal / camera.focal - 1)).toBeLessThan(0.001);
    expect(located.focalError).toBeLessThan(0.001);
    for (const axis of [0, 1] as const) {
      expect(Math.abs(located.camera.center[axis] - camera.center[axis])).toBeLessThan(1);
      const coefficient = camera.distortion[axis];
      expect(Math.abs(located.camera.distortion[axis] - coefficient)).toBeLessThan(0.02);
    }
    const errors = findCenterErrors(result, camera, poses);
    expect(median(errors)).toBeLessThan(0.2);
    expect(Math.max(...errors)).toBeLessThan(1);
    // The noise alone is 0.14 pixels on both axes together.
    expect(getCheckError(result).pixels).toBeGreaterThan(0.1);
    expect(getCheckError(result).pixels).toBeLessThan(0.2);
  },
);

test("corners of half hidden markers are outliers that hardly change the fit", () => {
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
  const errors = findCenterErrors(locateViews(spoiled, mat), camera, poses);
  expect(median(errors)).toBeLessThan(0.3);
});

test("check markers change neither the camera nor a pose, and give the error of both", () => {
  const { pictures } = takePictures();
  const located = getLocated(locateViews(pictures, mat));
  const moved = pictures.map((picture) => ({
    ...picture,
    markers: picture.markers.map((marker) =>
      isCheck(marker) ? moveCorners(marker, ([x, y]) => [x + 3, y]) : marker,
    ),
  }));
  const result = locateViews(moved, mat);
  expect(getLocated(result).camera).toEqual(located.camera);
  expect(getLocated(result).views).toEqual(located.views);
  expect(getCheckError(result).pixels).toBeCloseTo(3, 1);
});

test("a mat printed at 96 % gives the true poses once it is scaled", () => {
  const small = scaleMat(mat, 0.96);
  const { camera, poses } = walkRound({ count: 12, seed: 8 });
  const random = createRandom(8);
  const pictures = poses.map((pose) => ({
    ...camera,
    markers: projectMarkers(small, camera, pose, { random, spread: 0.1 }),
  }));
  const scaled = findCenterErrors(locateViews(pictures, small), camera, poses);
  expect(median(scaled)).toBeLessThan(0.3);
  // 4 % of 400 mm and more.
  const unscaled = findCenterErrors(locateViews(pictures, mat), camera, poses);
  expect(median(unscaled)).toBeGreaterThan(15);
});

test("rendered pictures with distortion, blur, noise and shadows give camera centers within 0.5 mm", () => {
  const [width, height] = [800, 600];
  const drawn = drawRounds({ solid: "shoe", width, height, seed: 21, count: 6, noise: 4 });
  const pictures = drawn.map(({ picture }) => ({ width, height, markers: findMarkers(picture) }));
  const [camera, poses] = [drawn[0]!.camera, drawn.map(({ pose }) => pose)];
  const result = locateViews(pictures, mat);
  expect(Math.abs(getLocated(result).camera.focal / camera.focal - 1)).toBeLessThan(0.003);
  expect(median(findCenterErrors(result, camera, poses))).toBeLessThan(0.5);
  expect(getCheckError(result).millimeters).toBeLessThan(0.15);
});

describe("a picture without a pose has a problem", () => {
  const { pictures } = takePictures();
  const [picture] = pictures as [MarkedPicture];
  const locateWith = (odd: MarkedPicture) =>
    getLocated(locateViews([odd, ...pictures.slice(1)], mat)).views[0];

  it("when no marker is seen, or too few are", () => {
    expect(locateWith({ ...picture, markers: [] })).toEqual({ ok: false, problem: "mat-not-seen" });
    const few = { ...picture, markers: picture.markers.slice(0, 4) };
    expect(few.markers.some(isCheck)).toBe(true);
    expect(locateWith(few)).toEqual({ ok: false, problem: "too-few-markers" });
  });

  it("when it has another size than the others", () => {
    const turned = { ...picture, width: picture.height, height: picture.width };
    expect(locateWith(turned)).toEqual({ ok: false, problem: "other-size" });
  });

  it("when the markers are not where a flat mat has them", () => {
    // The edges of the paper are bent up.
    const markers = picture.markers.map((marker) =>
      moveCorners(marker, ([x, y]) => [x, y - ((x - 640) / 90) ** 2]),
    );
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
      return { ...camera, markers: projectMarkers(mat, camera, pose, { random, spread: 0.1 }) };
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
  const { camera, poses, pictures } = takePictures();
  /** Returns the found and the true camera center of each picture. */
  const locateEach = (known: Camera) =>
    pictures.flatMap(({ markers }, index) => {
      const truth = poses[index];
      const found = getPose(locateView(markers, known, mat));
      return truth
        ? [[findCameraCenter(known, found), findCameraCenter(camera, truth)] as const]
        : [];
    });

  it("is right with the right camera", () => {
    const errors = locateEach(camera).map(([found, truth]) => findDistance(found, truth));
    expect(errors).toHaveLength(24);
    expect(Math.max(...errors)).toBeLessThan(2);
  });

  it("has the right direction with a guessed camera", () => {
    for (const [found, truth] of locateEach(guessCamera(camera.width, camera.height))) {
      const dot = found[0] * truth[0] + found[1] * truth[1] + found[2] * truth[2];
      const cosine = dot / Math.hypot(...found) / Math.hypot(...truth);
      expect(cosine).toBeGreaterThan(Math.cos((3 * Math.PI) / 180));
    }
  });

  it("needs markers", () => {
    const guess = guessCamera(1280, 960);
    expect(locateView([], guess, mat)).toEqual({ ok: false, problem: "mat-not-seen" });
    const two = pictures[0]?.markers.slice(0, 2) ?? [];
    expect(two).toHaveLength(2);
    expect(locateView(two, guess, mat)).toEqual({ ok: false, problem: "too-few-markers" });
  });
});

test("corners anywhere give finite poses or a problem, and never an exception", () => {
  const pixel = fc.tuple(
    fc.double({ min: -5000, max: 5000, noNaN: true }),
    fc.double({ min: -5000, max: 5000, noNaN: true }),
  );
  const marker = fc.record({
    id: fc.nat(30),
    corners: fc.tuple(pixel, pixel, pixel, pixel),
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
