import { describe, expect, it } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { readVector, type Vector } from "../geometry/vector.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { findHullPatches, type HullPatch } from "./hull-patches.ts";
import type { Mesh } from "./mesh.ts";
import { extractSurface } from "./surface-nets.ts";

/**
 * Returns the surface where a distance (positive inside) is zero, above the mat; its edges are
 * beveled by about a millimeter.
 */
function draw(inside: (x: number, y: number, z: number) => number): Mesh {
  const grid = createGrid({ min: [-24, -24, 0], max: [24, 24, 40] }, 1);
  const field = fillGrid(grid, (x, y, z) => Math.min(z, inside(x, y, z)));
  return extractSurface(field, grid);
}

/** Marks the vertices at which a test is true. */
const mark = ({ positions }: Mesh, test: (x: number, y: number, z: number) => boolean) =>
  Uint8Array.from({ length: positions.length / 3 }, (_, vertex) =>
    test(...readVector(positions, vertex)) ? 1 : 0,
  );

/** Expects each number of a vector to be less than `within` off. */
function expectNear(found: Vector | undefined, truth: Vector, within: number) {
  expect(found).toHaveLength(3);
  for (const [axis, value] of found?.entries() ?? []) {
    expect(Math.abs(value - (truth[axis] ?? Number.NaN))).toBeLessThan(within);
  }
}

/** Expects an area to be less than a share of it off. */
function expectArea(patch: HullPatch | undefined, truth: number, within: number) {
  expect(patch).toBeDefined();
  if (patch) expect(Math.abs(patch.area / truth - 1)).toBeLessThan(within);
}

describe("a box of 40 × 30 × 20 mm", () => {
  const box = draw((x, y, z) => Math.min(20 - Math.abs(x), 15 - Math.abs(y), 20 - z));

  it("whose side to the right no picture measured has that side and the base as patches", () => {
    const patches = findHullPatches(
      box,
      mark(box, (x) => x < 19.9),
    );
    expect(patches.map(({ base }) => base)).toEqual([true, false]);
    const [base, side] = patches;
    expectArea(base, 1200, 0.2);
    expectNear(base?.centroid, [0, 0, 0], 0.3);
    expectNear(base?.min, [-20, -15, 0], 2);
    expectNear(base?.max, [20, 15, 0], 2);
    expectNear(base?.normal, [0, 0, -1], 0.01);
    expectArea(side, 600, 0.2);
    expectNear(side?.centroid, [20, 0, 10], 0.3);
    expectNear(side?.min, [20, -15, 0], 2);
    expectNear(side?.max, [20, 15, 20], 2);
    expectNear(side?.normal, [1, 0, 0], 0.01);
  });

  it("whose top alone was measured has a patch that goes around it and faces nowhere", () => {
    const patches = findHullPatches(
      box,
      mark(box, (_x, _y, z) => z > 19.9),
    );
    const sides = patches.find(({ base }) => !base);
    expect(patches).toHaveLength(2);
    expectArea(sides, 2800, 0.1);
    expect(sides?.normal).toBeUndefined();
    expectNear(sides?.centroid, [0, 0, 10], 0.5);
  });

  it("that was measured all around has its base alone, and small spots are left out", () => {
    const patches = findHullPatches(
      box,
      mark(box, (x, y, z) => Math.hypot(x - 20, y, z - 10) > 2),
    );
    expect(patches.map(({ base }) => base)).toEqual([true]);
  });

  it("that was measured all around, and its base after it was turned over, has no patch", () => {
    expect(
      findHullPatches(
        box,
        mark(box, () => true),
        "seen",
      ),
    ).toEqual([]);
  });
});

it("two opposite caps of a ball are two patches, as large as Archimedes says", () => {
  const ball = draw((x, y, z) => 18 - Math.hypot(x, y, z - 20));
  const patches = findHullPatches(
    ball,
    mark(ball, (x) => Math.abs(x) < 12),
  );
  expect(patches).toHaveLength(2);
  for (const patch of patches) {
    const { base, normal, centroid } = patch;
    expectArea(patch, 2 * Math.PI * 18 * 6, 0.1);
    expect(base).toBe(false);
    expectNear(normal, [Math.sign(centroid[0]), 0, 0], 0.02);
    // The centroid of a cap is halfway between its plane and its top.
    expectNear(centroid, [15 * Math.sign(centroid[0]), 0, 20], 0.4);
  }
});
