import { expect, test } from "vitest";
import { cellSize, measureCornerEnergy } from "./corner-energy.ts";

const side = 65;
const cells = (side - 1) / cellSize;

function measure(brightness: (x: number, y: number) => number) {
  const data = Uint8Array.from({ length: side * side }, (_, i) =>
    brightness(i % side, Math.floor(i / side)),
  );
  const energy = measureCornerEnergy({ data, width: side, height: side, scale: 1 });
  return {
    corners: energy.measureCorners(0, 0, cells, cells),
    squareness: energy.measureSquareness(0, 0, cells, cells),
  };
}

test("finds corners in a chessboard, and none in stripes at any angle", () => {
  const chessboard = measure((x, y) => (((x >> 3) + (y >> 3)) % 2 ? 200 : 50));
  expect(chessboard.corners).toBeGreaterThan(1000);
  expect(chessboard.squareness).toBeGreaterThan(0.7);
  expect(measure((x) => (x % 8 < 4 ? 200 : 50)).corners).toBeLessThan(1);
  expect(measure((x, y) => 125 + 70 * Math.sin((x + y) / 3)).corners).toBeLessThan(50);
  expect(measure(() => 90)).toEqual({ corners: 0, squareness: 0 });
});
