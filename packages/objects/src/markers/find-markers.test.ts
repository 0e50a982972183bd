import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Point } from "../geometry/homography.ts";
import { median } from "../geometry/median.ts";
import { markerCodes, turnCode } from "../mat/marker-codes.ts";
import { createMat } from "../mat/mat.ts";
import { createPicture, drawCode, fillRectangle } from "../testing/draw-code.ts";
import { drawRounds } from "../testing/draw-rounds.ts";
import { projectMarkers } from "../testing/project-markers.ts";
import { createRandom } from "../testing/random.ts";
import { findMarkers } from "./find-markers.ts";

/** Flips bits of a code; bit 0 is the last one. */
const flip = (code: number, ...bits: number[]) =>
  Number(bits.reduce((flipped, bit) => flipped ^ (1n << BigInt(bit)), BigInt(code)));

function getCode(id: number): number {
  const code = markerCodes[id];
  if (code === undefined) throw new Error(`There is no marker ${id}.`);
  return code;
}

/** Returns the distances between found and expected corners, in pixels. */
const findErrors = (found: readonly Point[], expected: readonly Point[]) =>
  found.map(([x, y], index) => {
    const [column, row] = expected[index] ?? [Number.NaN, Number.NaN];
    return Math.hypot(x - column, y - row);
  });

/** Draws one code in the middle of a picture of 120 × 100 pixels. */
function drawOne(code: number, bit = 6) {
  const picture = createPicture(120, 100);
  drawCode(picture, code, 30, 20, bit);
  return picture;
}

describe("a marker in a picture", () => {
  it("is found with the corners of its outline, from its top left one", () => {
    let code = getCode(7);
    // The middle of the first pixel is (0, 0), so its edge is at -0.5.
    let expected: Point[] = [
      [29.5, 19.5],
      [77.5, 19.5],
      [77.5, 67.5],
      [29.5, 67.5],
    ];
    for (let quarters = 0; quarters < 4; quarters++) {
      const markers = findMarkers(drawOne(code));
      expect(markers).toMatchObject([{ id: 7, subpixel: true }]);
      const errors = markers.flatMap(({ corners }) => findErrors(corners, expected));
      expect(errors).toHaveLength(4);
      expect(Math.max(...errors)).toBeLessThan(0.2);
      code = turnCode(code);
      expected = [...expected.slice(1), ...expected.slice(0, 1)];
    }
  });

  it("may have three wrong bits, not four", () => {
    const code = getCode(2);
    expect(findMarkers(drawOne(flip(code, 3, 20, 31)))).toMatchObject([{ id: 2 }]);
    expect(findMarkers(drawOne(flip(code, 3, 20, 31, 35)))).toEqual([]);
  });

  it("is refused with a gap in its border, or in a dark frame", () => {
    const gap = drawOne(getCode(2));
    fillRectangle(gap, { left: 48, top: 20, width: 6, height: 6 }, 235);
    expect(findMarkers(gap)).toEqual([]);
    const dark = drawOne(getCode(2));
    fillRectangle(dark, { left: 24, top: 14, width: 6, height: 60 }, 60);
    expect(findMarkers(dark)).toEqual([]);
  });

  it("is refused in a mirror", () => {
    const { width, height, data } = drawOne(getCode(5));
    const mirrored = createPicture(width, height);
    for (let at = 0; at < width * height; at++) {
      const other = at - (at % width) + width - 1 - (at % width);
      mirrored.data.set(data.subarray(4 * at, 4 * at + 4), 4 * other);
    }
    expect(findMarkers(mirrored)).toEqual([]);
  });

  it("is the largest one with its id", () => {
    const picture = createPicture(300, 120);
    drawCode(picture, getCode(4), 20, 20, 4);
    drawCode(picture, getCode(4), 100, 20, 7);
    const lefts = findMarkers(picture).map(({ corners }) => corners[0][0]);
    expect(lefts).toEqual([expect.closeTo(99.5, 0)]);
  });
});

test("markers around an object are found in rendered pictures to a pixel, none wrongly", () => {
  const mat = createMat("letter");
  const drawn = drawRounds({
    solid: "shoe",
    material: "shiny",
    paper: "letter",
    width: 800,
    height: 600,
    seed: 4,
    count: 3,
    noise: 5,
  });
  const errors: number[] = [];
  for (const { camera, pose, picture } of drawn) {
    const expected = projectMarkers(mat, camera, pose, { random: createRandom(1), spread: 0 });
    for (const { id, corners } of findMarkers(picture)) {
      const truth = expected.find((marker) => marker.id === id);
      errors.push(...findErrors(corners, truth?.corners ?? []));
    }
  }
  // In the lowest views, half of the markers are hidden or too flat.
  expect(errors.length).toBeGreaterThan(4 * 3 * 14);
  expect(median(errors)).toBeLessThan(0.1);
  expect(Math.max(...errors)).toBeLessThan(1);
});

describe("no marker is found", () => {
  it("in pictures of blocks, lines and noise", () => {
    const block = fc.record({
      left: fc.integer({ min: -20, max: 150 }),
      top: fc.integer({ min: -20, max: 110 }),
      width: fc.integer({ min: 1, max: 90 }),
      height: fc.integer({ min: 1, max: 90 }),
      level: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 30 }),
        fc.integer(),
        fc.constantFrom(0, 3, 40),
        (blocks, seed, noise) => {
          const picture = createPicture(160, 120);
          for (const { level, ...area } of blocks) fillRectangle(picture, area, level);
          const random = createRandom(seed);
          picture.data.forEach((value, at) => {
            picture.data[at] = value + noise * (random() - 0.5);
          });
          expect(findMarkers(picture)).toEqual([]);
        },
      ),
    );
  });

  it("beside one of ours, in thousands of squares of random bits with a black border", () => {
    const random = createRandom(11);
    const picture = createPicture(640, 480);
    for (let round = 0; round < 20; round++) {
      for (let at = 0; at < 130; at++) {
        const code = Math.floor(random() * 2 ** 36);
        drawCode(picture, code, 8 + (at % 13) * 48, 8 + Math.floor(at / 13) * 46, 4);
      }
      drawCode(picture, getCode(round), 8 + 6 * 48, 8 + 5 * 46, 4);
      expect(findMarkers(picture).map(({ id }) => id)).toEqual([round]);
    }
  });

  it.each([
    [0, 0],
    [1, 1],
    [7, 3],
    [1, 200],
  ])("in a picture of %i by %i pixels", (width, height) => {
    expect(findMarkers(createPicture(width, height, 0))).toEqual([]);
  });
});
