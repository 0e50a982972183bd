import { beforeAll, describe, expect, it, test } from "vitest";
import { carve } from "../hull/carve.ts";
import type { Hull } from "../hull/find-hull.ts";
import { createGrid } from "../hull/grid.ts";
import { createMat } from "../mat/mat.ts";
import { isManifold } from "../mesh/is-manifold.ts";
import { measureShare } from "../mesh/measure.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { cropPicture } from "../silhouette/crop.ts";
import { signedDistance } from "../silhouette/signed-distance.ts";
import { createMatTone } from "../testing/mat-picture.ts";
import type { MaterialName } from "../testing/materials.ts";
import { fillMesh, findOverlap } from "../testing/overlap.ts";
import { createRandom } from "../testing/random.ts";
import { render } from "../testing/render.ts";
import { solids } from "../testing/solids.ts";
import { walkRound } from "../testing/walk-round.ts";
import { ownThread } from "../work/crew.ts";
import { findMeasured } from "./fuse-depths.ts";
import { refineHull } from "./refine-hull.ts";

const grid = createGrid({ min: [-45, -45, 0], max: [65, 65, 100] }, 2);
const goOn = async () => true;

/** Draws 12 small pictures of a cup, which is hollow for 10 mm below its rim, and carves the hull of its true outlines. */
function carveCup(material: MaterialName): Hull {
  const { camera, poses } = walkRound({ count: 12, width: 400, height: 300, seed: 2 });
  const { width, height } = camera;
  const random = createRandom(3);
  const mat = createMatTone(createMat("a4"));
  const views = poses.map((pose) => {
    const drawn = render({ solid: solids.cup, material, mat }, camera, pose, { random });
    const object = Float32Array.from(drawn.coverage, (value) => value / 255);
    const distances = signedDistance(object, width, height, 24);
    const whole = { left: 0, top: 0, right: width, bottom: height };
    return {
      sight: { camera, pose, crop: cropPicture(drawn.picture, whole) },
      silhouette: { camera, pose, left: 0, top: 0, scale: 1, width, height, distances },
    };
  });
  const silhouettes = views.map(({ silhouette }) => silhouette);
  const field = carve(silhouettes, grid);
  const mesh = extractSurface(field, grid);
  return {
    mesh,
    field,
    grid,
    silhouettes,
    sights: views.map(({ sight }) => sight),
    pixelSize: 1.2,
  };
}

/** No column of its nodes goes through a vertex or an edge of a mesh from the other grid. */
const testGrid = createGrid({ min: [-45.37, -45.61, 0.5], max: [65, 65, 100] }, 2);

const findCupOverlap = (mesh: Hull["mesh"]) => {
  const filled = fillMesh(mesh, testGrid);
  return findOverlap((at) => filled[at] === 1, testGrid, solids.cup);
};

describe("a cup with texture", () => {
  let hull: Hull;
  beforeAll(() => {
    hull = carveCup("textured");
  });

  it("gets its hollow back, which outlines fill", async () => {
    const refined = await refineHull(hull, ownThread, goOn);
    expect(isManifold(refined!.mesh)).toBe(true);
    const [before, after] = [findCupOverlap(hull.mesh), findCupOverlap(refined!.mesh)];
    expect(after).toBeGreaterThan(before + 0.05);
    expect(after).toBeGreaterThan(0.85);
    const measured = findMeasured(refined!.mesh, refined!.maps);
    expect(measureShare(refined!.mesh, measured)).toBeGreaterThan(0.3);
  });

  it("is not made when it is stopped", async () => {
    expect(await refineHull(hull, ownThread, async (share) => share < 0.3)).toBeUndefined();
  });
});

test("a plain cup keeps its hull, or comes closer to the truth", async () => {
  const hull = carveCup("white");
  const refined = await refineHull(hull, ownThread, goOn);
  expect(findCupOverlap(refined!.mesh)).toBeGreaterThan(findCupOverlap(hull.mesh) - 0.005);
  const measured = findMeasured(refined!.mesh, refined!.maps);
  expect(measureShare(refined!.mesh, measured)).toBeLessThan(0.2);
});
