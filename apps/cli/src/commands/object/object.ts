import { writeFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import {
  createMat,
  describePrintScale,
  describeReconstructProblem,
  describeSizes,
  findHullPatches,
  findPrintScale,
  type Mat,
  minViews,
  papers,
  printMat,
  type ReconstructedObject,
  reconstruct,
  type Stage,
  scaleMat,
} from "@scanhook/objects";
import type { Command } from "../../command.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { describeUnwritable } from "../../input/unwritable-file.ts";
import { createUsage, wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { printable } from "../../terminal/printable.ts";
import { createProgressLine } from "../../terminal/progress-line.ts";
import type { ViewReport } from "./load-views.ts";
import { objectFormats } from "./object-formats.ts";
import { startCrew } from "./start-crew.ts";

const endings = Object.keys(objectFormats).join(", ");

const options = {
  out: { value: "FILE", help: `the file to write: ${endings}; an existing one is replaced` },
  turned: {
    value: "PICTURES",
    many: true,
    help: "a file or folder with pictures of the object after it was turned over; can be given again",
  },
  mat: { value: "NAME", help: "the paper of the mat: a4 or letter (default: a4)" },
  ruler: {
    value: "MM",
    help: "the length of the ruler on the printed mat in millimeters (default: 100)",
  },
  json: { help: "print the sizes and what became of each picture as one line of JSON" },
} as const;

export const object: Command = {
  name: "object",
  summary: summaries.object,
  usage: createUsage("object", {
    lines: [
      "scanhook object PICTURES… --out FILE [--turned PICTURES]… [--mat a4|letter] [--ruler MM] [--json]",
    ],
    about: `Makes a closed, measured mesh with a texture of photos of an object on the mat that "scanhook mat" writes. PICTURES are
files (JPEG, PNG, WebP, AVIF, TIFF, GIF, SVG) or folders with all their subfolders. Take 24 to 48 with one camera, from all
sides and several heights, with as much of the mat as possible in each; the object must not move on the mat. GLB and USDZ are
in meters and have the texture, PLY has a color for each vertex; 3MF, STL, OBJ and PLY are in millimeters. The base, which the mat
hides, is closed flat, unless --turned names pictures of the object after it was turned over, or laid on a side, on the same mat: take
as many again, with the same camera and zoom. That works for objects with texture. Everything happens on this machine.`,
    options,
    after: `The line of --json has file, box (length, width and height in millimeters), volume (cubic millimeters), area (square millimeters),
uncertainty (of length, width, height and volume: the true sides are within it in about 19 of 20 cases, and hollows that stay filled
are not in that of the volume), guess (true if a side is uncertain by more than
5 %), warnings (why the sizes may be wrong: other-object, beyond-mat, views-disagree, curled-mat, low-views, few-views), hullShare (how much of the surface, from 0 to 1, only outlines
bound, because no texture shows where it is), hullPatches (where that is, for each connected patch of at least 0.5 % of the surface, the
largest first: area in square millimeters; middle, min and max in millimeters from the middle of the mat, x to its right, y up on the paper,
z out of it; normal, the unit vector in which it faces, null if it goes round the object; base, whether it is a base that was closed flat), base (flat: the mat hides it; seen: the pictures of --turned show it), scale (how
many times larger the mat was printed), checkError (how far markers that no fit has seen are off), views (for each picture file,
pass, which is 2 for those of --turned, and used; error in pixels, or reason) and seconds. If the pictures of --turned cannot be
joined with the others, the object is made of the others alone, and stderr says so.

Exit code: 0 the file is written, 1 it is not, 2 wrong use.`,
    examples: [
      "scanhook object photos/ --out cup.glb",
      "scanhook object photos/ --ruler 99.5 --out cup.3mf --json",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["PICTURES…"]);
    if (!input.ok) return wrongUse(io, input.reason, object.usage);
    const settings = parseSettings(input.values);
    if (!settings.ok) return wrongUse(io, settings.reason, object.usage);
    return makeObject(input.positionals, settings.value, io);
  },
};

type Settings = { out: string; turned: string[]; mat: Mat; json: boolean };

function parseSettings(values: Values<typeof options>): Parsed<Settings> {
  const { out, turned = [], mat = "a4", ruler = "100", json = false } = values;
  if (out === undefined) return refuse("--out is missing: --out cup.glb.");
  if (!objectFormats[extname(out).toLowerCase()])
    return refuse(`--out: "${out}" does not end in one of ${endings}, which tell the format.`);
  const paper = papers.find((name) => name === mat);
  if (!paper) return refuse(`--mat is a4 or letter, not "${mat}".`);
  const scale = findPrintScale(Number(ruler));
  if (!scale.ok) return refuse(`--ruler: "${ruler}" cannot be it. ${describePrintScale(scale)}`);
  return { ok: true, value: { out, turned, mat: scaleMat(createMat(paper), scale.factor), json } };
}

const activities: Record<Stage, string> = {
  outlines: "Finding outlines",
  mesh: "Making the mesh",
  texture: "Making the texture",
};

async function makeObject(
  names: string[],
  { out, turned, mat, json }: Settings,
  io: Io,
): Promise<0 | 1> {
  const start = performance.now();
  const { loadViews } = await import("./load-views.ts");
  const { signal } = io;
  const progress = createProgressLine(io.stderr);
  const fail = (sentence: string): 1 => {
    progress.clear();
    io.stderr.write(`${printable(sentence)}\n`);
    return 1;
  };
  const stopped = "Stopped; no object was written.";
  const { crew, stop } = startCrew();
  try {
    const loaded = await loadViews(names, turned, mat, {
      crew,
      signal,
      onProgress: (share) => progress.show("Looking at pictures", share),
    });
    if (signal?.aborted) return fail(stopped);
    progress.clear();
    printUnused(loaded.reports, io);
    if (!loaded.ok) return fail(loaded.problem);
    if (mat.scale !== 1)
      io.stderr.write(`${describePrintScale({ ok: true, factor: mat.scale })}\n`);
    const [views, turnedViews] = loaded.views;
    const result = await reconstruct(views, printMat(mat), {
      turned: turnedViews,
      matError: loaded.checkError?.millimeters,
      crew,
      signal,
      onProgress: (share, stage) => progress.show(activities[stage], share),
    });
    if (!result.ok && result.problem === "stopped") return fail(stopped);
    if (!result.ok) return fail(describeReconstructProblem(result.problem));
    progress.clear();
    if (turned.length > 0 && result.object.base === "flat")
      io.stderr.write(`${describeUnjoined(turnedViews.length)}\n`);
    const convert = objectFormats[extname(out).toLowerCase()]!;
    const contents = await convert(result.object, basename(out, extname(out)));
    const failed = await writeFile(out, contents).catch((error: unknown) => ({
      reason: describeUnwritable(error),
    }));
    if (failed) return fail(`${out} cannot be written: ${failed.reason}.`);
    for (const sentence of describeSizes(result.object)) io.stderr.write(`${sentence}\n`);
    const { reports, checkError } = loaded;
    const seconds = round((performance.now() - start) / 1000, 1);
    const report = { ...describe(result.object), scale: mat.scale, checkError, views: reports };
    if (json) {
      const line = JSON.stringify({ file: out, ...report, seconds });
      io.stdout.write(`${line}\n`);
    } else io.stdout.write(formatSentences(out, result.object, reports));
    return 0;
  } finally {
    await stop();
    progress.clear();
  }
}

/**
 * Returns why the pictures of the turned object were not used, and what to do. `usableCount` is the
 * number of those pictures that were sharp and well lit.
 */
function describeUnjoined(usableCount: number): string {
  if (usableCount < minViews)
    return `The pictures after turning could not be joined: fewer than ${minViews} of them can be used. Take more from all sides. The base is closed flat.`;
  return "The pictures after turning could not be joined: their colors and outlines do not fit those of the others. Turn the object over without bending it, do not move it while you take them, and take at least 24. An object of one color cannot be joined. The base is closed flat.";
}

/** Prints why pictures are not used: one line for each reason, with the first file of it. */
function printUnused(reports: readonly ViewReport[], io: Io): void {
  const unused = reports.flatMap((report) => (report.used ? [] : [report]));
  const byReason = Map.groupBy(unused, ({ reason }) => reason);
  for (const [reason, [first, ...others]] of byReason) {
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    io.stderr.write(`${printable(first!.file)}${more}: ${printable(reason)}\n`);
  }
}

function describe(made: ReconstructedObject) {
  const { mesh, measures, warnings, isGuess, measured, base, hullShare } = made;
  const { box, volume, area, uncertainty } = measures;
  return {
    box: {
      length: round(box.length, 2),
      width: round(box.width, 2),
      height: round(box.height, 2),
    },
    volume: Math.round(volume),
    area: Math.round(area),
    uncertainty: {
      length: round(uncertainty.length, 2),
      width: round(uncertainty.width, 2),
      height: round(uncertainty.height, 2),
      volume: Math.round(uncertainty.volume),
    },
    guess: isGuess,
    warnings,
    hullShare: round(hullShare, 2),
    hullPatches: findHullPatches(mesh, measured, base).map((patch) => ({
      area: Math.round(patch.area),
      middle: patch.centroid.map((value) => round(value, 1)),
      min: patch.min.map((value) => round(value, 1)),
      max: patch.max.map((value) => round(value, 1)),
      normal: patch.normal?.map((value) => round(value, 3)) ?? null,
      base: patch.base,
    })),
    base,
  };
}

function formatSentences(
  out: string,
  { measures: { box, volume, uncertainty }, base }: ReconstructedObject,
  reports: readonly ViewReport[],
): string {
  const sides = (["length", "width", "height"] as const)
    .map((side) => `${box[side].toFixed(1)} ± ${uncertainty[side].toFixed(1)}`)
    .join(" × ");
  const usedCount = reports.filter((report) => report.used).length;
  return `${printable(out)}: ${sides} mm, ${(volume / 1000).toFixed(1)} ± ${(uncertainty.volume / 1000).toFixed(1)} cm³, of ${usedCount} of ${reports.length} pictures.
${baseSentences[base]}
`;
}

const baseSentences: Record<ReconstructedObject["base"], string> = {
  flat: "The base is closed flat, because the mat hides it.",
  seen: "The base was seen after the object was turned over.",
};

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;
