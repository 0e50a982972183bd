// Measures the camera and the poses that the markers on the mat give: how far they are off in drawn
// pictures, and how much of the object is lost by that. node bench/objects-poses.ts
// [SCENE-MATERIAL…] [--views 36] [--width 1280] [--seed 1] [--paper a4]
import { parseArgs } from "node:util";
import { createViewRays } from "../packages/objects/src/camera/view-rays.ts";
import { createGrid } from "../packages/objects/src/geometry/grid.ts";
import { findMarkers } from "../packages/objects/src/markers/find-markers.ts";
import { createMat, papers } from "../packages/objects/src/mat/mat.ts";
import { printMat } from "../packages/objects/src/mat/print-mat.ts";
import { locateViews } from "../packages/objects/src/poses/locate-views.ts";
import { reconstruct } from "../packages/objects/src/reconstruct.ts";
import { createMatTone } from "../packages/objects/src/testing/mat-picture.ts";
import type { MaterialName } from "../packages/objects/src/testing/materials.ts";
import { fillMesh, findOverlap } from "../packages/objects/src/testing/overlap.ts";
import { createRandom } from "../packages/objects/src/testing/random.ts";
import { render } from "../packages/objects/src/testing/render.ts";
import {
  findBox,
  type Solid,
  type SolidName,
  solids,
} from "../packages/objects/src/testing/solids.ts";
import { walkRound } from "../packages/objects/src/testing/walk-round.ts";
import type { View } from "../packages/objects/src/view.ts";
import { formatTable } from "./codes-tables.ts";
import { readOwnCpuTime } from "./cpu-time.ts";
import { describeMachine } from "./machine.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    views: { type: "string", default: "36" },
    width: { type: "string", default: "1280" },
    seed: { type: "string", default: "1" },
    paper: { type: "string", default: "a4" },
  },
});
const paper = papers.find((name) => name === values.paper);
if (!paper) throw new Error(`No paper ${values.paper}; choose from ${papers.join(", ")}.`);
const mat = createMat(paper);
const print = printMat(mat);
const tone = createMatTone(mat);
const width = Number(values.width);
const seed = Number(values.seed);

console.log(`bench/objects-poses: ${describeMachine()}`);
console.log(`${values.views} pictures, ${width} pixels wide, seed ${seed}, ${paper}`);
const scenes = positionals.length > 0 ? positionals : ["cup-textured", "shoe-white", "box-shiny"];
const rows: string[][] = [];
for (const scene of scenes) rows.push(await measure(scene));
const columns = ["scene", "located", "focal off", "camera off (median)", "(most)"];
const others = ["check markers off", "ms a picture", "IoU", "IoU, true poses"];
console.log(formatTable([...columns, ...others], rows));

async function measure(scene: string): Promise<string[]> {
  const [solidName, material] = scene.split("-") as [SolidName, MaterialName];
  const solid = solids[solidName];
  const height = width * 0.75;
  const { camera, poses } = walkRound({ count: Number(values.views), width, height, seed });
  const random = createRandom(seed + 100);
  const pictures = poses.map(
    (pose) => render({ solid, material, mat: tone }, camera, pose, { random }).picture,
  );
  const before = readOwnCpuTime();
  const marked = pictures.map((picture) => ({ width, height, markers: findMarkers(picture) }));
  const located = locateViews(marked, mat);
  const milliseconds = (readOwnCpuTime() - before) / 1000 / pictures.length;
  if (!located.ok) return [scene, located.problem];
  const errors: number[] = [];
  const views: View[] = [];
  const truths: View[] = [];
  for (const [index, view] of located.views.entries()) {
    const load = async () => pictures[index]!;
    truths.push({ camera, pose: poses[index]!, load });
    if (!view.ok) continue;
    views.push({ camera: located.camera, pose: view.pose, load });
    const found = createViewRays({ camera: located.camera, pose: view.pose }).cameraCenter;
    const truth = createViewRays({ camera, pose: poses[index]! }).cameraCenter;
    errors.push(Math.hypot(...found.map((value, axis) => value - truth[axis]!)));
  }
  errors.sort((a, b) => a - b);
  const millimeters = (value: number) => `${value.toFixed(3)} mm`;
  return [
    scene,
    `${views.length}`,
    `${(100 * (located.camera.focal / camera.focal - 1)).toFixed(3)} %`,
    millimeters(errors[errors.length >> 1]!),
    millimeters(errors.at(-1)!),
    millimeters(located.checkError?.millimeters ?? Number.NaN),
    milliseconds.toFixed(1),
    (await findIou(views, solid)).toFixed(4),
    (await findIou(truths, solid)).toFixed(4),
  ];
}

/** Reconstructs an object and returns its intersection over union with the solid. */
async function findIou(views: readonly View[], solid: Solid): Promise<number> {
  const result = await reconstruct(views, print, { textureSize: 256 });
  if (!result.ok) throw new Error(result.problem);
  const { min, max } = findBox(solid);
  const room = {
    min: [min[0] - 10, min[1] - 10, 0.5],
    max: [max[0] + 10, max[1] + 10, max[2] + 25],
  } as const;
  const grid = createGrid(room, 1);
  const filled = fillMesh(result.object.mesh, grid);
  return findOverlap((at) => filled[at] === 1, grid, solid);
}
