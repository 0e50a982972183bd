import { beforeAll, describe, expect, it, test } from "vitest";
import { findMeasured } from "../depth/fuse-depths.ts";
import { createGrid } from "../geometry/grid.ts";
import type { Hull } from "../hull/hull.ts";
import { measureShare } from "../mesh/area.ts";
import { findBounds } from "../mesh/bounds.ts";
import { isManifold } from "../mesh/is-manifold.ts";
import { carveSolid } from "../testing/carve-solid.ts";
import { fillMesh, findOverlap } from "../testing/overlap.ts";
import { findBox, solids } from "../testing/solids.ts";
import { ownThread } from "../work/crew.ts";
import { refineHull } from "./refine-hull.ts";

async function refine(hull: Hull) {
  const refined = await refineHull(hull, ownThread, async () => true);
  if (!refined) throw new Error("the work was stopped");
  return refined;
}

/** No column of its nodes goes through a vertex or an edge of a mesh from the other grid. */
const testGrid = createGrid({ min: [-45.37, -45.61, 0.5], max: [65, 65, 100] }, 2);

const findCupOverlap = (mesh: Hull["mesh"]) => {
  const filled = fillMesh(mesh, testGrid);
  return findOverlap((at) => filled[at] === 1, testGrid, solids.cup);
};

describe("a cup with texture, which is hollow for 10 mm below its rim", () => {
  let hull: Hull;
  beforeAll(() => {
    hull = carveSolid("cup", "textured");
  });

  it("gets its hollow back, which outlines fill", async () => {
    const refined = await refine(hull);
    expect(isManifold(refined.mesh)).toBe(true);
    const [before, after] = [findCupOverlap(hull.mesh), findCupOverlap(refined.mesh)];
    expect(after).toBeGreaterThan(before + 0.05);
    expect(after).toBeGreaterThan(0.85);
    const measured = findMeasured(refined.mesh, refined.maps);
    expect(measureShare(refined.mesh, measured)).toBeGreaterThan(0.3);
  });

  it("is not made when it is stopped", async () => {
    expect(await refineHull(hull, ownThread, async (share) => share < 0.3)).toBeUndefined();
  });
});

test("a plain cup keeps its hull, or comes closer to the truth", async () => {
  const hull = carveSolid("cup", "white");
  const refined = await refine(hull);
  expect(findCupOverlap(refined.mesh)).toBeGreaterThan(findCupOverlap(hull.mesh) - 0.005);
  const measured = findMeasured(refined.mesh, refined.maps);
  expect(measureShare(refined.mesh, measured)).toBeLessThan(0.2);
});

test("a plain shoe loses the roof over its opening", async () => {
  const hull = carveSolid("shoe", "white");
  const height = findBox(solids.shoe).max[2];
  expect(findBounds(hull.mesh).max[2]).toBeGreaterThan(1.04 * height);
  const refined = await refine(hull);
  expect(Math.abs(findBounds(refined.mesh).max[2] / height - 1)).toBeLessThan(0.02);
});
