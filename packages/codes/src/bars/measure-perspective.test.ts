import { expect, test } from "vitest";
import { drawPicture } from "../../../../e2e/camera/picture.ts";
import type { Point } from "../geometry/point.ts";
import { flatten } from "./flatten.ts";
import { measurePerspective, type Perspective } from "./measure-perspective.ts";

const camera = { width: 640, height: 480, noise: 5, blur: 1 };

/**
 * Returns where a point of the plane is on the code, in the pixels that `Perspective` speaks of.
 */
function toCode({ x, y }: Point, { center, along, down, alongDepth, downDepth }: Perspective) {
  const area = along.x * down.y - along.y * down.x;
  const s = ((x - center.x) * down.y - (y - center.y) * down.x) / area;
  const t = (along.x * (y - center.y) - along.y * (x - center.x)) / area;
  const depth = 1 - alongDepth * s - downDepth * t;
  return { x: s / depth, y: t / depth };
}

/** The angle between two lines in degrees. */
function measureAngle([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): number {
  const turn = Math.atan2(b.y - a.y, b.x - a.x) - Math.atan2(d.y - c.y, d.x - c.x);
  return Math.abs(Math.asin(Math.sin(turn))) * (180 / Math.PI);
}

test.each([0, 25, 70, -40])(
  "opposite sides of a PDF417 turned by %d degrees become parallel",
  async (turn) => {
    const code = { symbology: "pdf417", text: "leaning far back", size: 0.8, lean: 0.2, turn };
    const { gray, width, height, corners } = await drawPicture([code], camera);
    const plane = { data: gray, width, height, scale: 1 };
    const region = { x: 320, y: 240, angle: (turn * Math.PI) / 180, length: 440, height: 200 };
    const perspective = measurePerspective(plane, region);
    const [a, b, c, d] = corners[0]!;
    const seen = Math.max(measureAngle([a, b], [d, c]), measureAngle([a, d], [b, c]));
    const [e, f, g, h] = corners[0]!.map((corner) => toCode(corner, perspective));
    expect(seen).toBeGreaterThan(8);
    expect(measureAngle([e!, f!], [h!, g!])).toBeLessThan(seen / 3);
    expect(measureAngle([e!, h!], [f!, g!])).toBeLessThan(seen / 3);
  },
);

test("a plane without edges lies straight before the camera, around the middle of the region", () => {
  const plane = { data: new Uint8Array(100 * 80).fill(90), width: 100, height: 80, scale: 1 };
  const region = { x: 30, y: 40, angle: 0, length: 50, height: 20 };
  const { center, alongDepth, downDepth } = measurePerspective(plane, region);
  expect(center).toEqual({ x: 30, y: 40 });
  expect([alongDepth, downDepth].map(Math.abs)).toEqual([0, 0]);
});

test("flattening shows at each place what the plane shows where it came from", async () => {
  const { gray, width, height } = await drawPicture([{ symbology: "pdf417", text: "a" }], camera);
  const plane = { data: gray, width, height, scale: 2 };
  const perspective = {
    center: { x: 300, y: 250 },
    along: { x: 0.8, y: 0.6 },
    down: { x: -0.6, y: 0.8 },
    alongDepth: 0.001,
    downDepth: -0.002,
    reach: { along: 1, down: 1 },
  };
  const flat = flatten(plane, perspective, { along: 90, down: 40 });
  for (const [x, y] of [
    [10, 10],
    [100, 80],
    [200, 30],
  ] as const) {
    const [place] = flat.toFrame([{ x, y }, ...Array(3).fill({ x, y })] as never);
    const [left, top] = [(place.x + 0.5) / 2 - 0.5, (place.y + 0.5) / 2 - 0.5];
    const [column, row] = [Math.floor(left), Math.floor(top)];
    const at = (dx: number, dy: number) => gray[(row + dy) * width + column + dx]!;
    const [right, below] = [left - column, top - row];
    const upper = at(0, 0) * (1 - right) + at(1, 0) * right;
    const lower = at(0, 1) * (1 - right) + at(1, 1) * right;
    const expected = upper * (1 - below) + lower * below;
    expect(Math.abs(flat.plane.data[y * flat.plane.width + x]! - expected)).toBeLessThan(1);
  }
});
