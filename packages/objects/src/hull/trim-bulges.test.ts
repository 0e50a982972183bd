import { expect, test } from "vitest";
import { sampleField } from "../geometry/distance-field.ts";
import { createGrid } from "../geometry/grid.ts";
import { createPointBuffer } from "../geometry/point-buffer.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { findUprightBox } from "../mesh/upright-box.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import type { SolidName } from "../testing/solids.ts";
import { trimBulges } from "./trim-bulges.ts";

/** Measures the hull of the true outlines of a solid in 12 small pictures, and the same trimmed. */
function measureSides(name: SolidName) {
  const { field, grid, contacts } = carveSolid(name, "white");
  const trimmed = trimBulges({ grid, values: field }, contacts);
  return [field, trimmed].map((values) => findUprightBox(extractSurface(values, grid)));
}

test("the bulging faces of a box are cut off, and its edges stay", () => {
  const [hull, trimmed] = measureSides("box");
  expect(hull!.width).toBeGreaterThan(58);
  expect(Math.abs(trimmed!.length - 80)).toBeLessThan(1.6);
  expect(Math.abs(trimmed!.width - 55)).toBeLessThan(1.6);
  expect(trimmed!.height).toBe(hull!.height);
});

/**
 * Trims a block that is 60 mm long, whose end most of twelve views touch at x = 27, and some at x =
 * 30. Returns whether the end at 29 is left.
 */
function keepsEnd(touching: number): boolean {
  const grid = createGrid({ min: [-34, -24, 0], max: [34, 24, 40] }, 2);
  const values = fillGrid(grid, (x, y, z) =>
    Math.min(30 - Math.abs(x), 20 - Math.abs(y), z, 36 - z),
  );
  const contacts = Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6;
    const end = index < touching ? 30 : 27;
    const points = [-30, end].flatMap((x) =>
      [-20, 20].flatMap((y) => Array.from({ length: 24 }, (_, row) => [x, y, 6 + row])),
    );
    return {
      cameraCenter: [300 * Math.cos(angle), 300 * Math.sin(angle), 150] as const,
      segments: Float32Array.from(points.flatMap((point) => [...point, ...point])),
      spacing: 1,
      missedShare: 0,
    };
  });
  return (
    sampleField(
      { grid, values: trimBulges({ grid, values }, contacts) },
      29,
      0,
      18,
      createPointBuffer(),
    ) > 0
  );
}

test("an end that few views see is no bulge", () => {
  expect(keepsEnd(0)).toBe(false);
  expect(keepsEnd(1)).toBe(false);
  expect(keepsEnd(3)).toBe(true);
});

test("a round bowl stays as large as its outlines", () => {
  const [hull, trimmed] = measureSides("bowl");
  expect(Math.abs(trimmed!.length - hull!.length)).toBeLessThan(1);
  expect(Math.abs(trimmed!.width - 92)).toBeLessThan(1.6);
});
