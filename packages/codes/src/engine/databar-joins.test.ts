import { expect, test } from "vitest";
import type { Point } from "../geometry/point.ts";
import { toGray } from "../plane.ts";
import { drawSheet } from "../testing/sheets.ts";
import { isJoined } from "./databar-joins.ts";

const symbol = (content: string, x: number, y: number, segments?: number) => ({
  symbology: segments ? "databarexpandedstacked" : "databarexpanded",
  text: `(01)${content}(10)ABC`,
  ...(segments && { options: { segments } }),
  x,
  y,
});
const plane = toGray(
  await drawSheet(
    [
      symbol("09501101530003", 20, 20),
      symbol("03601234567894", 460, 20),
      symbol("04012345678901", 20, 120),
      symbol("05901234123457", 20, 220, 4),
    ],
    { width: 900, height: 400, modulePixels: 2 },
  ),
);

function toPlace(topLeft: Point, bottomRight: Point, width: number) {
  return {
    topLeft,
    topRight: { x: topLeft.x + width, y: topLeft.y },
    bottomLeft: { x: bottomRight.x - width, y: bottomRight.y },
    bottomRight,
  };
}

test("the lines of one symbol are not joined, whether it is stacked or not", () => {
  expect(isJoined(plane, toPlace({ x: 24, y: 30 }, { x: 402, y: 80 }, 378))).toBe(false);
  expect(isJoined(plane, toPlace({ x: 24, y: 240 }, { x: 122, y: 330 }, 98))).toBe(false);
});

test("pairs of neighbors in a row or a column are joined", () => {
  expect(isJoined(plane, toPlace({ x: 24, y: 30 }, { x: 842, y: 30 }, 818))).toBe(true);
  expect(isJoined(plane, toPlace({ x: 24, y: 30 }, { x: 660, y: 32 }, 98))).toBe(true);
  expect(isJoined(plane, toPlace({ x: 24, y: 30 }, { x: 122, y: 150 }, 98))).toBe(true);
});
