import { describe, expect, it, test } from "vitest";
import { findMarkers } from "../markers/find-markers.ts";
import { markerCodes } from "../mat/marker-codes.ts";
import type { Picture } from "../picture.ts";
import { createPicture, drawCode } from "../testing/draw-code.ts";
import { checkPicture } from "./check-picture.ts";
import { isTooFast } from "./motion.ts";

/** Draws six markers on paper, as a sharp camera sees them. */
function drawMarkers(shift = 0): Picture {
  const picture = createPicture(320, 240);
  for (let at = 0; at < 6; at++) {
    drawCode(picture, markerCodes[at] ?? 0, 20 + shift + 100 * (at % 3), at < 3 ? 30 : 140, 8);
  }
  return blurAcross(picture, 1);
}

/** Blurs light along the rows over `2 * radius + 1` pixels, as a camera that moves does. */
function blurAcross({ width, height, data }: Picture, radius: number): Picture {
  const blurred = createPicture(width, height);
  for (let at = 0; at < width * height; at++) {
    let light = 0;
    for (let k = -radius; k <= radius; k++) {
      const column = Math.min(width - 1, Math.max(0, (at % width) + k));
      light += (data[4 * (at - (at % width) + column)]! / 255) ** 2.2 / (2 * radius + 1);
    }
    blurred.data.fill(Math.round(255 * light ** (1 / 2.2)), 4 * at, 4 * at + 3);
  }
  return blurred;
}

/** Changes the light of each pixel. */
function expose(picture: Picture, factor: (column: number) => number): Picture {
  const { width, height } = picture;
  const exposed = createPicture(width, height);
  exposed.data.forEach((_, at) => {
    if (at % 4 === 3) return;
    const light = (picture.data[at]! / 255) ** 2.2 * factor((at >> 2) % width);
    exposed.data[at] = Math.round(255 * light ** (1 / 2.2));
  });
  return exposed;
}

const check = (picture: Picture) => checkPicture(picture, findMarkers(picture));

describe("a picture of the mat", () => {
  it("passes when it is sharp and evenly lit, and in half of that light", () => {
    const { problem, blur, light } = check(drawMarkers());
    expect(problem).toBeUndefined();
    expect(blur).toBeGreaterThan(2);
    expect(blur).toBeLessThan(3.2);
    // The drawn paper has level 235.
    expect(light).toBeCloseTo((235 / 255) ** 2.2, 2);
    expect(check(expose(drawMarkers(), () => 0.5)).problem).toBeUndefined();
  });

  it("is blurred when the camera moved, the more the farther", () => {
    const slow = check(blurAcross(drawMarkers(), 2));
    const fast = check(blurAcross(drawMarkers(), 3));
    expect([slow.problem, fast.problem]).toEqual(["blurred", "blurred"]);
    expect(fast.blur).toBeGreaterThan(slow.blur + 1);
  });

  it("is too dark, too bright, or has a hard shadow", () => {
    expect(check(expose(drawMarkers(), () => 0.08)).problem).toBe("too-dark");
    expect(check(expose(drawMarkers(), () => 1.5)).problem).toBe("too-bright");
    const shaded = expose(drawMarkers(), (column) => (column < 105 ? 0.12 : 1));
    expect(check(shaded).problem).toBe("hard-shadow");
  });
});

test("without markers, only the light is judged", () => {
  expect(checkPicture(createPicture(64, 48, 10), []).problem).toBe("too-dark");
  expect(checkPicture(createPicture(64, 48, 255), []).problem).toBe("too-bright");
  expect(checkPicture(createPicture(64, 48, 128), []).problem).toBeUndefined();
  expect(checkPicture({ width: 0, height: 0, data: new Uint8Array() }, []).blur).toBeNaN();
});

test("a camera moves too fast when the mat crosses the picture in a few seconds", () => {
  const [before, after] = [findMarkers(drawMarkers()), findMarkers(drawMarkers(4))];
  // 4 of 320 pixels: 0.125 widths in a second, or 0.375.
  expect(isTooFast(before, after, { seconds: 0.1, width: 320 })).toBe(false);
  expect(isTooFast(before, after, { seconds: 1 / 30, width: 320 })).toBe(true);
  expect(isTooFast([], after, { seconds: 1 / 30, width: 320 })).toBe(false);
});
