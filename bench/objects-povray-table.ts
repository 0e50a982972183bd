// Runs the command on the scenes of bench/objects --povray, and prints how far its sizes are off.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createGrid } from "../packages/objects/src/geometry/grid.ts";
import { findBounds } from "../packages/objects/src/mesh/bounds.ts";
import type { Mesh } from "../packages/objects/src/mesh/mesh.ts";
import { fillMesh, findOverlap, findVolume } from "../packages/objects/src/testing/overlap.ts";
import { copyPictures, drawScene, findMissingProgram } from "./objects-povray.ts";
import {
  composeScene,
  type ObjectScene,
  plainScenes,
  problemScenes,
  sceneNames,
} from "./objects-povray-scenes.ts";
import { type Box, contains, findBox, findExtent, type Placed } from "./objects-povray-solids.ts";

type Sides = readonly [length: number, width: number, height: number];

/** The part of the line of --json that is used here. */
type Report = {
  box: Box;
  volume: number;
  uncertainty: Box;
  views: readonly { used: boolean }[];
  seconds: number;
};

/** The outcome of the command: its report and its mesh if it made one, and the lines of stderr. */
type Outcome = {
  report: Report | undefined;
  mesh: Mesh | undefined;
  said: string;
  megabytes: number;
};

const toSides = ({ length, width, height }: Box): Sides => [length, width, height];

/**
 * Draws scenes by name (all if there are none), and prints a table of the plain ones with a
 * summary, and one of the problems. With `drawsOnly`, the pictures are only drawn and kept.
 */
export async function comparePovray(
  names: readonly string[],
  { seed, drawsOnly }: { seed: number; drawsOnly: boolean },
): Promise<void> {
  const missing = findMissingProgram();
  if (missing) {
    console.log(`No scenes: ${missing}.`);
    return;
  }
  const unknown = names.find((name) => !sceneNames.includes(name));
  if (unknown !== undefined)
    throw new Error(`No scene ${unknown}; choose from ${sceneNames.join(", ")}.`);
  const chosen = names.length > 0 ? names : sceneNames;
  if (drawsOnly) {
    for (const name of chosen) {
      await drawScene(composeScene(name, seed));
      console.log(`${name} is drawn`);
    }
    return;
  }
  await printPlain(
    chosen.filter((name) => name in plainScenes),
    seed,
  );
  await printProblems(
    chosen.filter((name) => name in problemScenes),
    seed,
  );
}

async function printPlain(names: readonly string[], seed: number): Promise<void> {
  if (names.length === 0) return;
  printRow([
    "scene",
    "pictures",
    "printed",
    "true",
    "off mm",
    "off %",
    "± mm",
    "inside ±",
    "IoU",
    "volume off",
    "s",
    "MB",
    "said",
  ]);
  printRow(Array.from({ length: 13 }, () => "---"));
  const all: Comparison[] = [];
  for (const name of names) {
    const scene = composeScene(name, seed);
    const outcome = await measure(scene);
    const [placed] = scene.placed as [Placed];
    const truth = toSides(findBox(placed.solid));
    const { report, mesh, said, megabytes } = outcome;
    const comparison = report ? compare(report, truth) : undefined;
    if (comparison) all.push(comparison);
    const counted = mesh && countVolumes(mesh, placed);
    printRow([
      name,
      `${report?.views.filter(({ used }) => used).length ?? 0} of ${scene.pictures.length}`,
      report ? formatSides(toSides(report.box)) : "none",
      formatSides(truth),
      comparison ? comparison.off.map(sign).join(" ") : "",
      comparison ? comparison.off.map((off, at) => sign((100 * off) / truth[at]!)).join(" ") : "",
      comparison?.stated.map((side) => side.toFixed(2)).join(" ") ?? "",
      comparison ? `${comparison.inside} of 3` : "",
      counted?.overlap.toFixed(3) ?? "",
      counted ? `${sign(100 * (report!.volume / counted.volume - 1))} %` : "",
      report?.seconds.toFixed(1) ?? "",
      megabytes.toFixed(0),
      said,
    ]);
  }
  printSummary(all, 3 * names.length);
}

async function printProblems(names: readonly string[], seed: number): Promise<void> {
  if (names.length === 0) return;
  console.log("\nScenes in which something is wrong, or little is seen:\n");
  printRow(["scene", "pictures", "printed", "± mm", "true", "s", "MB", "said"]);
  printRow(Array.from({ length: 8 }, () => "---"));
  for (const name of names) {
    const scene = composeScene(name, seed);
    const { report, said, megabytes } = await measure(scene);
    const truth = scene.placed.map(({ solid }) => formatSides(toSides(findBox(solid))));
    printRow([
      name,
      `${report?.views.filter(({ used }) => used).length ?? 0} of ${scene.pictures.length}`,
      report ? formatSides(toSides(report.box)) : "none",
      report
        ? findStated(report)
            .map((side) => side.toFixed(2))
            .join(" ")
        : "",
      truth.join(" and "),
      report?.seconds.toFixed(1) ?? "",
      megabytes.toFixed(0),
      said || "nothing",
    ]);
  }
}

const printRow = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
const formatSides = (sides: Sides) => sides.map((side) => side.toFixed(1)).join(" × ");
const sign = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}`;

/** Sides in millimeters: how far they are off and may be off, and how many are within that. */
type Comparison = { truth: Sides; off: Sides; stated: Sides; inside: number };

function compare(report: Report, truth: Sides): Comparison {
  const found = toSides(report.box);
  const stated = findStated(report);
  const off = found.map((side, at) => side - truth[at]!) as unknown as Sides;
  const inside = off.filter((value, at) => Math.abs(value) <= stated[at]!).length;
  return { truth, off, stated, inside };
}

const findStated = ({ uncertainty }: Report): Sides => toSides(uncertainty);

/** Prints how many sides are near the truth, of all that were to be found. */
function printSummary(all: readonly Comparison[], total: number): void {
  const countWithin = (percent: number, millimeters: number) =>
    all
      .flatMap(({ truth, off }) => off.map((value, at) => ({ value, side: truth[at]! })))
      .filter(({ value, side }) => Math.abs(value) <= Math.max((percent / 100) * side, millimeters))
      .length;
  const inside = all.reduce((sum, comparison) => sum + comparison.inside, 0);
  console.log(`
Sides within 3 % or 1.5 mm: ${countWithin(3, 1.5)} of ${total}
Sides within 2 % or 1 mm: ${countWithin(2, 1)} of ${total}
Sides inside ±: ${inside} of ${total}`);
}

/** Runs the command on the pictures of a scene. */
async function measure(scene: ObjectScene): Promise<Outcome> {
  await drawScene(scene);
  const folder = await mkdtemp(join(tmpdir(), "scanhook-objects-"));
  const out = `${folder}.stl`;
  try {
    await copyPictures(scene, folder);
    const { code, stdout, stderr, megabytes } = await runCommand(folder, out);
    const said = summarize(stderr);
    if (code !== 0) return { report: undefined, mesh: undefined, said, megabytes };
    const report = JSON.parse(stdout) as Report;
    return { report, mesh: parseStl(await readFile(out)), said, megabytes };
  } finally {
    await rm(folder, { recursive: true });
    await rm(out, { force: true });
  }
}

async function runCommand(folder: string, out: string) {
  const program = fileURLToPath(new URL("../apps/cli/bin/scanhook.mjs", import.meta.url));
  const args = [program, "object", folder, "--out", out, "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr, most] = ["", "", 0];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  const timer = setInterval(async () => {
    most = Math.max(most, await readPeak(child.pid!));
  }, 100);
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  ).finally(() => clearInterval(timer));
  return { code, stdout, stderr, megabytes: most };
}

/**
 * Returns the peak memory in megabytes of a process and those that it has started, the largest of
 * them; 0 where the system does not tell it.
 */
async function readPeak(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    const own = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000;
    const tasks = await readdir(`/proc/${pid}/task`);
    const lists = await Promise.all(
      tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, "utf8")),
    );
    const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
    return Math.max(own, ...(await Promise.all(children.map(readPeak))));
  } catch {
    // It has ended meanwhile, or this is not Linux.
    return 0;
  }
}

/** Returns the sentences of stderr, each once, and how many pictures got it. */
function summarize(stderr: string): string {
  const counts = new Map<string, number>();
  for (const line of stderr.split("\n").filter(Boolean)) {
    const sentence = line.replace(/^.*?(\d+\.jpg): /, "");
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  return [...counts]
    .map(([sentence, count]) => (count > 1 ? `${count} × ${sentence}` : sentence))
    .join(" ");
}

/** Reads a binary STL file: three vertices for each triangle. */
function parseStl(bytes: Buffer): Mesh {
  const count = bytes.readUInt32LE(80);
  const positions = Float32Array.from({ length: 9 * count }, (_, at) =>
    bytes.readFloatLE(84 + 50 * Math.floor(at / 9) + 12 + 4 * (at % 9)),
  );
  return { positions, indices: Uint32Array.from({ length: 3 * count }, (_, at) => at) };
}

/** Returns the overlap of a mesh with a solid on a grid of 1 mm, and the volume of the solid. */
function countVolumes(mesh: Mesh, placed: Placed): { overlap: number; volume: number } {
  const solid = {
    distance: (x: number, y: number, z: number) => (contains(placed, x, y, z) ? -1 : 1),
    height: 150,
  };
  const [found, extent] = [findBounds(mesh), findExtent(placed)];
  // Nodes off the round coordinates, where triangles could meet them.
  const [right, back] = [0.013, 0.017];
  const grid = createGrid(
    {
      min: [
        Math.min(found.min[0]!, extent.min[0]) + right,
        Math.min(found.min[1]!, extent.min[1]) + back,
        0.5,
      ],
      max: [0, 1, 2].map((axis) => Math.max(found.max[axis]!, extent.max[axis]!)) as [
        number,
        number,
        number,
      ],
    },
    1,
  );
  const filled = fillMesh(mesh, grid);
  return {
    overlap: findOverlap((at) => filled[at] === 1, grid, solid),
    volume: findVolume(solid, grid),
  };
}
