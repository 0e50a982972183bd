import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { toGray } from "../plane.ts";
import { encodeStack } from "../testing/drawn-stack.ts";
import { drawStack } from "./draw-stack.ts";
import { findStarts } from "./find-starts.ts";

const camera = { width: 960, height: 720, noise: 4 };

test.each([0, 25, 45, 90, 170, 225, 300])(
  "finds the start pattern of a PDF417 that is turned by %d degrees, from its top to its bottom",
  async (turn) => {
    const code = { symbology: "pdf417", text: "where it starts", turn, lean: 0.08, size: 0.6 };
    const picture = await drawPicture([code], camera);
    const [start, ...others] = findStarts(toGray(toFrame(picture)));
    expect(others).toEqual([]);
    const { top, bottom, module } = start!;
    const [topLeft, , , bottomLeft] = picture.corners[0]!;
    expect(Math.hypot(top.x - topLeft.x, top.y - topLeft.y)).toBeLessThan(3 * module);
    expect(Math.hypot(bottom.x - bottomLeft.x, bottom.y - bottomLeft.y)).toBeLessThan(3 * module);
  },
);

test("finds the start pattern of an upside-down PDF417 with nothing beside it", () => {
  const { layout, codewords } = encodeStack("upside down", 3, 2);
  const plane = drawStack(layout, codewords);
  const [start] = findStarts({ ...plane, data: plane.data.slice().reverse() });
  expect(start!.along.x).toBeCloseTo(-1, 2);
  expect(start!.top.x).toBeCloseTo(plane.width - 10, -1);
});
