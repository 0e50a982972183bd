import { expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../../e2e/camera/picture.ts";
import { createCodeReader } from "../index.ts";
import { readerWasm } from "../node.ts";
import { toPicture } from "../picture.ts";
import { mergeReadings } from "../readings/merge.ts";
import { measureFarthestCorner } from "../testing/pictures.ts";
import { toFullHeight } from "./full-height.ts";

const linear: PlacedCode = {
  symbology: "code128",
  text: "FIRST",
  at: { x: 0.28, y: 0.3 },
  size: 0.4,
  turn: 5,
};
const reader = await createCodeReader({ wasm: await readerWasm() });

test("two bundles of scan lines get the corners of the whole code", async () => {
  const drawn = await drawPicture([linear], { width: 900, height: 600 });
  const readings = await reader.still(toFrame(drawn), { all: true });
  expect(readings).toHaveLength(1);
  const picture = toPicture(toFrame(drawn));
  const { corners } = drawn;
  const [topLeft, topRight, bottomRight, bottomLeft] = readings[0]!.corners;
  const middle = (a: typeof topLeft, b: typeof topLeft, part: number) => ({
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
  });
  const bundles = [0.2, 0.7].map((part) => ({
    ...readings[0]!,
    lineCount: 2,
    corners: [
      middle(topLeft, bottomLeft, part),
      middle(topRight, bottomRight, part),
      middle(topRight, bottomRight, part + 0.02),
      middle(topLeft, bottomLeft, part + 0.02),
    ] as (typeof corners)[0],
  }));
  const full = toFullHeight(picture, bundles);
  expect(measureFarthestCorner(bundles[0]!.corners, corners[0]!)).toBeGreaterThan(0.1);
  for (const found of full) {
    expect(measureFarthestCorner(found.corners, corners[0]!)).toBeLessThan(0.03);
  }
  expect(mergeReadings([], full)).toHaveLength(1);
});
