// Measures objects: how much of a drawn solid and of the best possible hull comes back from
// pictures on a mat, how exact its sizes are, and CPU time and memory. node bench/objects.ts
// [SCENE-MATERIAL…] [--views 36] [--width 1280] [--seed 1] [--turn over|side], such as
// cup-textured. With --turn, the object is photographed as often again after it was turned over, or
// laid on a side. Each scene runs in a process of its own, because memory is measured. node
// bench/objects.ts --povray [SCENE…] [--seed 1] [--draw] instead runs the command on scenes that
// POV-Ray draws; --draw only draws them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { materialNames } from "../packages/objects/src/testing/materials.ts";
import { solidNames } from "../packages/objects/src/testing/solids.ts";
import { describeMachine } from "./machine.ts";
import { comparePovray } from "./objects-povray-table.ts";
import type { ObjectFigures } from "./objects-scene.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    views: { type: "string", default: "36" },
    width: { type: "string", default: "1280" },
    seed: { type: "string", default: "1" },
    turn: { type: "string", default: "none" },
    povray: { type: "boolean", default: false },
    draw: { type: "boolean", default: false },
  },
});

console.log(`bench/objects: ${describeMachine()}`);
if (values.povray)
  await comparePovray(positionals, { seed: Number(values.seed), drawsOnly: values.draw });
else printDrawn();

/** Measures the scenes that the project's own renderer draws. */
function printDrawn(): void {
  const all = solidNames.flatMap((solid) =>
    materialNames.map((material) => `${solid}-${material}`),
  );
  const scenes = positionals.length > 0 ? positionals : all;
  const unknown = scenes.find((scene) => !all.includes(scene));
  if (unknown !== undefined) throw new Error(`No scene ${unknown}; choose from ${all.join(", ")}.`);
  console.log(
    `${values.views} pictures, ${values.width} pixels wide, seed ${values.seed}, turned: ${values.turn}`,
  );
  const heads = [
    "scene".padEnd(17),
    "IoU  ",
    "ideal hull",
    "ratio",
    "sides off".padEnd(22),
    "inside ±",
    "volume off",
    "hull only",
    "base  ",
    "CPU s",
    "s    ",
    "MB ",
  ];
  const printRow = (cells: readonly string[]) =>
    console.log(`| ${heads.map((head, i) => (cells[i] ?? "").padEnd(head.length)).join(" | ")} |`);
  printRow(heads);
  printRow(heads.map((head) => "-".repeat(head.length)));
  for (const scene of scenes) printRow(measure(scene));
}

/** Returns how many of the three sides are within their uncertainty. */
function countInside({ sides, uncertainty }: ObjectFigures): string {
  const inside = sides.filter((ratio, side) => Math.abs(ratio - 1) <= uncertainty[side]!);
  return `${inside.length} of 3`;
}

function measure(scene: string): string[] {
  const program = fileURLToPath(new URL("objects-scene.ts", import.meta.url));
  const run = spawnSync(
    process.execPath,
    [program, scene, values.views, values.width, values.seed, values.turn],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  );
  if (run.status !== 0) return [scene, "failed"];
  const figures = JSON.parse(run.stdout) as ObjectFigures;
  const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(1)} %`;
  return [
    scene,
    figures.overlap.toFixed(3),
    figures.idealOverlap.toFixed(3),
    (figures.overlap / figures.idealOverlap).toFixed(3),
    figures.sides.map(percent).join(", "),
    countInside(figures),
    percent(figures.volume),
    `${Math.round(100 * figures.hullShare)} %`,
    figures.base,
    figures.cpuSeconds.toFixed(1),
    figures.seconds.toFixed(1),
    Math.round(figures.megabytes).toString(),
  ];
}
