import fc from "fast-check";
import createModule from "manifold-3d";
import { describe, expect, it } from "vitest";
import { createGrid } from "../geometry/grid.ts";
import { createRandom } from "../testing/random.ts";
import { measureArea } from "./area.ts";
import { isManifold } from "./is-manifold.ts";
import type { Mesh as TriangleMesh } from "./mesh.ts";
import { simplify } from "./simplify.ts";
import { extractSurface } from "./surface-nets.ts";
import { findUprightBox } from "./upright-box.ts";
import { measureVolume } from "./volume.ts";

const { Manifold, Mesh } = await createModule().then((module) => {
  module.setup();
  return module;
});

/** Returns the volume that manifold-3d finds in a mesh; it refuses meshes that are not manifold. */
function measureElsewhere({ positions, indices }: TriangleMesh): number {
  const mesh = new Mesh({ numProp: 3, vertProperties: positions, triVerts: indices });
  const solid = new Manifold(mesh);
  expect(solid.status()).toBe("NoError");
  const volume = solid.volume();
  solid.delete();
  return volume;
}

const box = { min: [-10, -10, -10], max: [10, 10, 10] } as const;

/** Fills a grid with distances; its outermost nodes are negative. */
function sample(step: number, distance: (x: number, y: number, z: number) => number) {
  const grid = createGrid(box, step);
  const { origin } = grid;
  const [nx, ny, nz] = grid.counts;
  const field = Float32Array.from({ length: nx * ny * nz }, (_, at) => {
    const [i, j, k] = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    const isOutermost =
      i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1;
    if (isOutermost) return -1;
    return distance(origin[0] + step * i, origin[1] + step * j, origin[2] + step * k);
  });
  return { field, grid };
}

describe("the surface of a field", () => {
  it("of a ball has its volume, area and size", () => {
    const { field, grid } = sample(0.4, (x, y, z) => 8 - Math.hypot(x, y, z));
    const mesh = extractSurface(field, grid);
    expect(isManifold(mesh)).toBe(true);
    const truth = (4 / 3) * Math.PI * 8 ** 3;
    expect(measureVolume(mesh) / truth).toBeCloseTo(1, 2);
    expect(measureElsewhere(mesh)).toBeCloseTo(measureVolume(mesh), 0);
    const area = measureArea(mesh);
    const { yaw, ...box } = findUprightBox(mesh);
    expect(area / (4 * Math.PI * 64)).toBeCloseTo(1, 1);
    for (const side of Object.values(box)) expect(side).toBeCloseTo(16, 0);
  });

  it("is closed and manifold for any field", () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.1, max: 0.9, noNaN: true }), (seed, share) => {
        const random = createRandom(seed);
        const { field, grid } = sample(3, () => random() - share);
        const mesh = extractSurface(field, grid);
        if (mesh.indices.length === 0) return;
        expect(isManifold(mesh)).toBe(true);
        measureElsewhere(mesh);
      }),
      { numRuns: 40 },
    );
  });

  it.each([1, 2, 3, 4, 5, 6])(
    "stays closed if it is rough and simplified, seed %i",
    async (seed) => {
      const random = createRandom(seed);
      const { field, grid } = sample(0.5, (x, y, z) => 8 - Math.hypot(x, y, z) + random());
      const mesh = extractSurface(field, grid);
      const simple = await simplify(mesh, 500, 2);
      expect(simple.indices.length / 3).toBeLessThanOrEqual(500);
      expect(isManifold(simple)).toBe(true);
      expect(measureElsewhere(simple) / measureElsewhere(mesh)).toBeCloseTo(1, 1);
    },
  );

  it("stays closed and keeps its volume when it is simplified", async () => {
    const { field, grid } = sample(0.4, (x, y, z) => 2.5 - Math.hypot(Math.hypot(x, y) - 6, z));
    const mesh = extractSurface(field, grid);
    const simple = await simplify(mesh, 3000, 0.1);
    expect(simple.indices.length / 3).toBeLessThan(3300);
    expect(isManifold(simple)).toBe(true);
    expect(measureElsewhere(simple) / measureElsewhere(mesh)).toBeCloseTo(1, 2);
  });
});
