// Draws one scene, reconstructs it from its pictures alone and prints the figures of
// bench/objects.ts as JSON. node bench/objects-scene.ts SCENE-MATERIAL VIEWS WIDTH SEED
// none|over|side
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCrew } from "../apps/cli/src/commands/object/start-crew.ts";
import { createGrid } from "../packages/objects/src/geometry/grid.ts";
import {
  composeTransforms,
  invertTransform,
} from "../packages/objects/src/geometry/rigid-transform.ts";
import { carve } from "../packages/objects/src/hull/carve.ts";
import { createMat } from "../packages/objects/src/mat/mat.ts";
import { printMat } from "../packages/objects/src/mat/print-mat.ts";
import { locateViews } from "../packages/objects/src/poses/locate-views.ts";
import { reconstruct } from "../packages/objects/src/reconstruct.ts";
import { signedDistance } from "../packages/objects/src/silhouette/signed-distance.ts";
import { createMatTone } from "../packages/objects/src/testing/mat-picture.ts";
import type { MaterialName } from "../packages/objects/src/testing/materials.ts";
import { fillMesh, findOverlap, findVolume } from "../packages/objects/src/testing/overlap.ts";
import { createRandom } from "../packages/objects/src/testing/random.ts";
import { render } from "../packages/objects/src/testing/render.ts";
import { findBox, type SolidName, solids } from "../packages/objects/src/testing/solids.ts";
import { findTrueBox } from "../packages/objects/src/testing/true-box.ts";
import { turnSolid } from "../packages/objects/src/testing/turn-solid.ts";
import { walkRound } from "../packages/objects/src/testing/walk-round.ts";
import { workOnEach } from "../packages/objects/src/work/crew.ts";
import { readOwnCpuTime } from "./cpu-time.ts";

/**
 * `overlap` is intersection over union with the solid, `ideal` that of the hull of the true
 * outlines; ratios to the truth.
 */
export type ObjectFigures = {
  overlap: number;
  idealOverlap: number;
  /** The length, the width and the height that a user sees, and their uncertainty. */
  sides: [length: number, width: number, height: number];
  uncertainty: [length: number, width: number, height: number];
  volume: number;
  /** How much of the surface only outlines bound. */
  hullShare: number;
  base: "flat" | "seen";
  cpuSeconds: number;
  seconds: number;
  megabytes: number;
};

const [scene, count, wide, seedText, way] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  keyof typeof ways,
];
/** How the object is turned before it is photographed again. */
const ways = {
  none: undefined,
  over: () => turnSolid(solid, [1, 0, 0], 180, 70),
  side: () => turnSolid(solid, [0, 1, 0], 90, 200),
};
const [solidName, material] = scene.split("-") as [SolidName, MaterialName];
const solid = solids[solidName];
const [width, height, seed] = [Number(wide), Number(wide) * 0.75, Number(seedText)];
const { camera, poses: firstPoses } = walkRound({ count: Number(count), width, height, seed });
const turned = ways[way]?.();
const secondPoses = turned
  ? walkRound({ count: Number(count), width, height, seed: seed + 50 }).poses
  : [];
const poses = [...firstPoses, ...secondPoses];
const mat = createMatTone(createMat("a4"));
const folder = await mkdtemp(join(tmpdir(), "scanhook-objects-"));
try {
  const random = createRandom(seed + 100);
  for (const [index, pose] of poses.entries()) {
    const drawn = index < firstPoses.length ? solid : turned!.solid;
    const { picture, coverage } = render({ solid: drawn, material, mat }, camera, pose, { random });
    await writeFile(join(folder, `${index}.rgba`), picture.data);
    await writeFile(join(folder, `${index}.coverage`), coverage);
  }
  const load = async (index: number) => {
    return { width, height, data: await readFile(join(folder, `${index}.rgba`)) };
  };
  const before = readOwnCpuTime();
  const start = performance.now();
  let most = 0;
  const { crew, stop } = startCrew();
  const marked = await workOnEach(
    [...poses.keys()],
    crew,
    async (index) => ({
      width,
      height,
      markers: await crew.run("findMarkers", await load(index)),
    }),
    async () => true,
  );
  if (!marked) throw new Error("it was stopped");
  const located = locateViews(marked, createMat("a4"));
  if (!located.ok) throw new Error(located.problem);
  const listViews = (from: number, to: number) =>
    located.views.flatMap((view, index) =>
      view.ok && index >= from && index < to
        ? [{ camera: located.camera, pose: view.pose, load: () => load(index) }]
        : [],
    );
  const views = listViews(0, firstPoses.length);
  const later = listViews(firstPoses.length, poses.length);
  const print = printMat(createMat("a4"));
  const onProgress = () => {
    most = Math.max(most, process.memoryUsage().rss);
  };
  const result = await reconstruct(views, print, { onProgress, turned: later, crew });
  const cpuSeconds = (readOwnCpuTime() - before) / 1e6;
  const seconds = (performance.now() - start) / 1000;
  await stop();
  if (!result.ok) throw new Error(result.problem);
  const { mesh, measures } = result.object;
  const truth = findBox(solid);
  const [left, front] = truth.min;
  const [right, back, top] = truth.max;
  const room = {
    min: [left - 10, front - 10, 0.5],
    max: [right + 10, back + 10, top + 25],
  } as const;
  const grid = createGrid(room, 1);
  const filled = fillMesh(mesh, grid);
  const outlines = await Promise.all(
    poses.map(async (pose, index) => {
      const coverage = await readFile(join(folder, `${index}.coverage`));
      const object = Float32Array.from(coverage, (value) => value / 255);
      const distances = signedDistance(object, width, height, 24);
      const isFirst = index < firstPoses.length;
      const place = isFirst ? pose : composeTransforms(pose, invertTransform(turned!.turn));
      return { camera, pose: place, left: 0, top: 0, scale: 1, width, height, distances };
    }),
  );
  const ideal = carve(outlines, grid);
  const trueBox = findTrueBox(solid);
  const figures: ObjectFigures = {
    overlap: findOverlap((at) => filled[at] === 1, grid, solid),
    idealOverlap: findOverlap((at) => ideal[at]! > 0, grid, solid),
    sides: [
      measures.box.length / trueBox.length,
      measures.box.width / trueBox.width,
      measures.box.height / trueBox.height,
    ],
    uncertainty: [
      measures.uncertainty.length / trueBox.length,
      measures.uncertainty.width / trueBox.width,
      measures.uncertainty.height / trueBox.height,
    ],
    volume: measures.volume / findVolume(solid, grid),
    hullShare: result.object.hullShare,
    base: result.object.base,
    cpuSeconds,
    seconds,
    megabytes: most / 1e6,
  };
  console.log(JSON.stringify(figures));
} finally {
  await rm(folder, { recursive: true });
}
