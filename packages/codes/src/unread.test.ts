import { expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../e2e/camera/picture.ts";
import { createCodeReader } from "./index.ts";
import type { Box } from "./live/live-frame.ts";
import { mergeReadings } from "./merge.ts";
import { readerWasm } from "./node.ts";
import { toPicture } from "./picture.ts";
import { measureFarthestCorner } from "./testing/pictures.ts";
import { isUnreadStrip, listUnreadPatches, toFullHeight } from "./unread.ts";

const camera = { width: 900, height: 600 };
const linear: PlacedCode = {
  ...{ symbology: "code128", text: "FIRST" },
  ...{ at: { x: 0.28, y: 0.3 }, size: 0.4, turn: 5 },
};
const matrix: PlacedCode = {
  ...{ symbology: "qrcode", text: "SECOND" },
  ...{ at: { x: 0.75, y: 0.65 }, size: 0.3 },
};
const reader = await createCodeReader({ wasm: await readerWasm() });

async function readDrawn(codes: PlacedCode[]) {
  const drawn = await drawPicture(codes, camera);
  const frame = toFrame(drawn);
  const readings = await reader.still(frame, { all: true });
  expect(readings).toHaveLength(codes.length);
  return { picture: toPicture(frame), readings, corners: drawn.corners };
}

test("the bars of a code are unread until it is among the readings", async () => {
  const { picture, readings } = await readDrawn([linear]);
  const isOnCode = ({ located: { x } }: { located: { x: number } }) => x < camera.width / 2;
  const strips = picture.strips().filter(isOnCode);
  expect(strips).not.toEqual([]);
  expect(strips.filter((strip) => !isUnreadStrip(picture, strip, []))).toEqual([]);
  expect(strips.filter((strip) => isUnreadStrip(picture, strip, readings))).toEqual([]);
});

test("a matrix code beside a linear one is an unread patch until it is among the readings", async () => {
  const both = await readDrawn([linear, matrix]);
  const linearReadings = both.readings.filter(({ format }) => format === "code128");
  expect(linearReadings).toHaveLength(1);
  const [topLeft, , bottomRight] = both.corners[1]!;
  const isAroundMatrix = ({ x, y, width, height }: Box) =>
    x <= topLeft!.x &&
    y <= topLeft!.y &&
    x + width >= bottomRight!.x &&
    y + height >= bottomRight!.y;
  expect(listUnreadPatches(both.picture, linearReadings).some(isAroundMatrix)).toBe(true);
  const alone = await readDrawn([matrix]);
  expect(listUnreadPatches(alone.picture, alone.readings)).toEqual([]);
});

test("two bundles of scan lines get the corners of the whole code", async () => {
  const { picture, readings, corners } = await readDrawn([linear]);
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
