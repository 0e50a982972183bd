import { expect, test } from "vitest";
import type { Found } from "../engine/engine.ts";
import type { Corners } from "../geometry/corners.ts";
import type { HeightPart } from "./measure-extent.ts";
import { moveToFrame, type Strip } from "./strip.ts";

test.each([
  [2, 3],
  [3, 3],
])("a code on rows %i to %i of drawn bands is where its whole band was sampled", (top, bottom) => {
  let part: HeightPart | undefined;
  const toCorners: Strip["toCorners"] = (start, end, of) => {
    part = of;
    return toRectangle(start, end, 0, 0);
  };
  const corners = toRectangle(10, 90, top, bottom);
  const found = { corners, content: "BANDS", format: "code128", lineCount: 2 } as Found;
  moveToFrame(found, { toCorners } as Strip, 7);
  // Bands are sampled in 0.9 of the height of their region.
  expect(part?.center).toBeCloseTo((1.5 / 7 - 0.5) * 0.9);
  expect(part?.size).toBeCloseTo(0.9 / 7);
});

function toRectangle(left: number, right: number, top: number, bottom: number): Corners {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
