import { expect, test } from "vitest";
import { carve } from "../hull/carve.ts";
import { createGrid } from "../hull/grid.ts";
import { createMat } from "../mat/mat.ts";
import { extractSurface } from "../mesh/surface-nets.ts";
import { signedDistance } from "../silhouette/signed-distance.ts";
import { fillGrid } from "../testing/fill-grid.ts";
import { createMatTone } from "../testing/mat-picture.ts";
import { createRandom } from "../testing/random.ts";
import { render } from "../testing/render.ts";
import { solids } from "../testing/solids.ts";
import { walkRound } from "../testing/walk-round.ts";
import { findContradiction } from "./find-contradiction.ts";

const grid = createGrid({ min: [-45, -45, 0], max: [65, 65, 100] }, 2);

test("outlines contradict a surface that lies too deep, but not the hollow of a cup", () => {
  const { camera, poses } = walkRound({ count: 12, width: 400, height: 300, seed: 2 });
  const mat = createMatTone(createMat("a4"));
  const silhouettes = poses.map((pose) => {
    const scene = { solid: solids.cup, material: "white", mat } as const;
    const { coverage } = render(scene, camera, pose, { random: createRandom(3) });
    const object = Float32Array.from(coverage, (value) => value / 255);
    const distances = signedDistance(object, camera.width, camera.height, 24);
    const { width, height } = camera;
    return { camera, pose, left: 0, top: 0, scale: 1, width, height, distances };
  });
  const field = carve(silhouettes, grid);
  const hull = { field, grid, silhouettes, pixelSize: 1.2 };
  const cup = fillGrid(grid, (x, y, z) => -solids.cup.distance(x, y, z));
  const deeper = cup.map((inside) => inside - 3);
  const findShare = (refined: Float32Array) =>
    findContradiction(hull, refined, extractSurface(refined, grid));
  expect(findShare(cup)).toBeLessThan(0.001);
  expect(findShare(deeper)).toBeGreaterThan(0.1);
  expect(findShare(field)).toBe(0);
});
