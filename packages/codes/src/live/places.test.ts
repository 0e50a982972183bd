import fc from "fast-check";
import { expect, test } from "vitest";
import { drawPicture, type PlacedCode, toFrame } from "../../../../e2e/camera/picture.ts";
import { contains } from "../geometry/region.ts";
import { toLiveFrame } from "./live-frame.ts";
import {
  boxAroundBars,
  boxAroundCode,
  findBoundingBox,
  findPlaces,
  regionAroundCode,
} from "./places.ts";

const camera = { width: 1920, height: 1080, noise: 6 };

test.each<[string, PlacedCode]>([
  ["qrcode", { symbology: "qrcode", text: "https://example.org/", size: 0.25 }],
  ["datamatrix", { symbology: "datamatrix", text: "a patch", size: 0.2, turn: 30 }],
  ["pdf417", { symbology: "pdf417", text: "rows of bars", size: 0.4, turn: 20, lean: 0.1 }],
  ["ean13", { symbology: "ean13", text: "5901234123457", size: 0.3, turn: -50 }],
])("finds a patch that holds a %s", async (_, code) => {
  for (const seed of [1, 2, 3]) {
    const picture = await drawPicture([{ ...code, at: { x: 0.3, y: 0.6 } }], { ...camera, seed });
    const { patches } = findPlaces(toLiveFrame(toFrame(picture)));
    const holding = patches.filter(({ x, y, width, height }) =>
      picture.corners[0]!.every(
        (corner) =>
          corner.x >= x && corner.x <= x + width && corner.y >= y && corner.y <= y + height,
      ),
    );
    expect(holding.length).toBeGreaterThan(0);
    // A patch with little besides the code is read quickly.
    expect(Math.min(...holding.map(({ width, height }) => width * height))).toBeLessThan(
      0.25 * 1920 * 1080,
    );
  }
});

test.each([0, 25, 90, -60])("finds the bars of a code turned by %d degrees", async (turn) => {
  const code = { symbology: "code128", text: "TURNED BARS", size: 0.4, turn };
  const picture = await drawPicture([code], camera);
  const [strongest] = findPlaces(toLiveFrame(toFrame(picture))).bars;
  expect(Math.hypot(strongest!.x - 960, strongest!.y - 540)).toBeLessThan(40);
  const difference = Math.abs(strongest!.angle - (turn * Math.PI) / 180) % Math.PI;
  expect(Math.min(difference, Math.PI - difference)).toBeLessThan(0.15);
});

test.each([0, 35, -100])(
  "finds a region that holds a PDF417 turned by %d degrees",
  async (turn) => {
    const code = { symbology: "pdf417", text: "rows of bars", size: 0.45, turn, lean: 0.1 };
    const picture = await drawPicture([code], camera);
    const holding = findPlaces(toLiveFrame(toFrame(picture))).stacks.filter((region) =>
      picture.corners[0]!.every((corner) => contains(region, corner, 1)),
    );
    expect(holding.length).toBeGreaterThan(0);
  },
);

test("the region around a code that was read holds it", () => {
  const side = fc.double({ min: 20, max: 900, noNaN: true });
  const radians = fc.double({ min: -4, max: 4, noNaN: true });
  fc.assert(
    fc.property(side, side, radians, (width, height, angle) => {
      const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
      const corner = (along: number, across: number) => ({
        x: 500 + ux * along * width - uy * across * height,
        y: 300 + uy * along * width + ux * across * height,
      });
      const corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] as const;
      const region = regionAroundCode([...corners]);
      for (const corner of corners) expect(contains(region, corner, 1)).toBe(true);
    }),
  );
});

test("finds nothing in a gray frame", () => {
  const data = new Uint8ClampedArray(1920 * 1080 * 4).fill(255);
  expect(findPlaces(toLiveFrame({ data, width: 1920, height: 1080 }))).toEqual({
    bars: [],
    stacks: [],
    patches: [],
  });
});

test("boxes lie within the frame and have at least one pixel", () => {
  const coordinate = fc.double({ min: -3000, max: 3000, noNaN: true });
  const size = fc.double({ min: 1, max: 3000, noNaN: true });
  const frame = { width: 640, height: 480 };
  fc.assert(
    fc.property(
      fc.record({ x: coordinate, y: coordinate, angle: coordinate, length: size, height: size }),
      (region) => {
        const corners = [region, { x: region.x + region.length, y: region.y + region.height }];
        for (const box of [
          boxAroundBars(region, frame),
          findBoundingBox(region, frame),
          boxAroundCode(corners, frame),
        ]) {
          expect(Object.values(box).every(Number.isInteger)).toBe(true);
          expect(Math.min(box.x, box.y, box.width - 1, box.height - 1)).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(frame.width);
          expect(box.y + box.height).toBeLessThanOrEqual(frame.height);
        }
      },
    ),
  );
});
