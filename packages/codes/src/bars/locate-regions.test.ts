import fc from "fast-check";
import { expect, test } from "vitest";
import { drawPicture, toFrame } from "../../../../e2e/camera/picture.ts";
import { toGray } from "../plane.ts";
import { createBlankFrame } from "../testing/pictures.ts";
import { locateRegions } from "./locate-regions.ts";
import { refineAngle } from "./sample-rows.ts";

const camera = { width: 800, height: 600 };

test.each([0, 17, 45, 90, 133])("locates bars that are turned by %d degrees", async (turn) => {
  const code = { symbology: "code128", text: "REGION 42", size: 0.6, turn };
  const picture = await drawPicture([code], camera);
  const plane = toGray(toFrame(picture));
  const [found] = locateRegions(plane, 4);
  const region = refineAngle(plane, found!);
  const [topLeft, topRight, bottomRight, bottomLeft] = picture.corners[0]!;
  const center = { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 };
  const length = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  const height = Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y);
  expect(Math.hypot(region.x - center.x, region.y - center.y)).toBeLessThan(length * 0.1);
  expect(region.length / length).toBeGreaterThan(0.85);
  expect(region.length / length).toBeLessThan(1.25);
  expect(region.height / height).toBeGreaterThan(0.7);
  expect(region.height / height).toBeLessThan(1.4);
  const drawnAngle = Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x);
  const halfTurns = (region.angle - drawnAngle) / Math.PI;
  expect(Math.abs(halfTurns - Math.round(halfTurns)) * 180).toBeLessThan(1.5);
});

test("locates two codes in one picture, and no more than asked for", async () => {
  const codes = [
    { symbology: "ean13", text: "5901234123457", at: { x: 0.28, y: 0.3 }, size: 0.4 },
    { symbology: "code128", text: "SECOND", at: { x: 0.72, y: 0.7 }, size: 0.4, turn: 60 },
  ];
  const plane = toGray(toFrame(await drawPicture(codes, camera)));
  const sides = locateRegions(plane, 4).map(({ x }) => (x < plane.width / 2 ? "left" : "right"));
  expect(sides).toEqual(expect.arrayContaining(["left", "right"]));
  expect(locateRegions(plane, 1)).toHaveLength(1);
});

test("locates nothing on an empty sheet", () => {
  expect(locateRegions(toGray(createBlankFrame(640, 480, 200)), 4)).toEqual([]);
});

test("never throws on random pixels, and stays near the picture", () => {
  const planes = fc
    .record({ width: fc.integer({ min: 1, max: 80 }), height: fc.integer({ min: 1, max: 80 }) })
    .chain(({ width, height }) =>
      fc
        .uint8Array({ minLength: width * height, maxLength: width * height })
        .map((data) => ({ data, width, height, scale: 1 })),
    );
  fc.assert(
    fc.property(planes, (plane) => {
      for (const region of locateRegions(plane, 4)) {
        expect(region.x).toBeGreaterThan(-plane.width);
        expect(region.x).toBeLessThan(2 * plane.width);
        expect(Number.isFinite(region.y + region.angle + region.height)).toBe(true);
        refineAngle(plane, region);
      }
    }),
  );
});
