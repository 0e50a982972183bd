// Measures documents: how well and fast pages are found, beside jscanify and scanic in the same
// Chromium; the shape of pages, their text, and the size of files. node bench/documents.ts [FOLDER]
// [--scenes 6] [--desks 10] [--seed 1000] [--only finding|desks|pages]; the folder has an
// index.json and is DOCUMENTS_CORPUS by default. Exits 1 when a promise of bench/README.md is not
// kept.
import { parseArgs } from "node:util";
import { drawScene, sceneKinds } from "../packages/documents/src/testing/draw-scene.ts";
import {
  type LabelledPhoto,
  readLabelledPhotos,
} from "../packages/documents/src/testing/labelled-photos.ts";
import { formatTable } from "./codes-tables.ts";
import { compareFinders, type FinderResult } from "./documents-finders.ts";
import { measurePages } from "./documents-pages.ts";
import { drawDesks, findMissingRenderer } from "./documents-povray.ts";
import { deskKinds } from "./documents-scenes.ts";
import { measureDeskText } from "./documents-text.ts";
import { describeMachine } from "./machine.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenes: { type: "string", default: "6" },
    desks: { type: "string", default: "10" },
    seed: { type: "string", default: "1000" },
    only: { type: "string" },
  },
});

console.log(`bench/documents: ${describeMachine()}`);
const broken: string[] = [];
if (values.only === undefined || values.only === "finding") {
  const folder = positionals[0] ?? process.env.DOCUMENTS_CORPUS;
  if (folder === undefined)
    console.log(
      "Left out: real photos. Pass a folder with an index.json, or set DOCUMENTS_CORPUS.",
    );
  else await compareOn("real photos", await readPhotos(folder));
  await compareOn(`drawn photos from seed ${values.seed}`, drawPhotos());
}
if (values.only === undefined || values.only === "desks") {
  const missing = findMissingRenderer();
  if (missing) console.log(`\nLeft out: desks. ${missing}.`);
  else {
    await compareOnDesks();
    broken.push(...(await measureDeskText(3, Number(values.seed))));
  }
}
if (values.only === undefined || values.only === "pages") broken.push(...(await measurePages()));
for (const promise of broken) console.log(`Not kept: ${promise}`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function readPhotos(folder: string): Promise<LabelledPhoto[]> {
  const photos: LabelledPhoto[] = [];
  for await (const photo of readLabelledPhotos(folder)) photos.push(photo);
  return photos;
}

function drawPhotos(): LabelledPhoto[] {
  return sceneKinds.flatMap((kind) =>
    Array.from({ length: Number(values.scenes) }, (_, index) => {
      const seed = Number(values.seed) + index;
      const { picture, page } = drawScene(kind, seed);
      return { file: `${kind} ${seed}`, picture, page: page! };
    }),
  );
}

async function compareOn(name: string, photos: readonly LabelledPhoto[]): Promise<void> {
  const results = await compareFinders(photos);
  console.log(`\n${photos.length} ${name}, overlap from 0 to 1:\n\n${formatFinders(results)}`);
  const ours = results.find(({ finder }) => finder === "ours")!;
  const worst = photos
    .map(({ file }, index) => `${file} ${ours.overlaps[index]!.toFixed(3)}`)
    .filter((_, index) => ours.overlaps[index]! < 0.95);
  if (worst.length > 0) console.log(`\nours below 0.95: ${worst.join(", ")}`);
  if (mean(ours.overlaps) < 0.97) broken.push(`a mean overlap of 0.97 on the ${name}`);
}

/** Compares the finders on desks of each kind that POV-Ray draws. */
async function compareOnDesks(): Promise<void> {
  const rows: string[][] = [];
  for (const kind of deskKinds) {
    const seeds = Array.from({ length: Number(values.desks) }, (_, n) => Number(values.seed) + n);
    const photos: LabelledPhoto[] = [];
    for await (const photo of drawDesks(kind, seeds, 1280)) photos.push(photo);
    const results = await compareFinders(photos);
    const figures = results.map(({ finder, overlaps }) => {
      const found = overlaps.filter((value) => value > 0.9);
      if (finder === "ours" && (found.length < 0.9 * photos.length || mean(found) < 0.95))
        broken.push(`9 of 10 pages found with an overlap of 0.95 on desks of the kind ${kind}`);
      return `${found.length}/${photos.length}, ${found.length > 0 ? mean(found).toFixed(3) : "-"}`;
    });
    rows.push([kind, ...figures]);
    const ours = results.find(({ finder }) => finder === "ours")!;
    const missed = photos.filter((_, index) => ours.overlaps[index]! <= 0.9);
    if (missed.length > 0) console.log(`not found: ${missed.map(({ file }) => file).join(", ")}`);
    if (rows.length === 1) rows.unshift(["desk", ...results.map(({ finder }) => finder)]);
  }
  const [head, ...body] = rows;
  console.log(
    `\nDesks drawn by POV-Ray: found, and their mean overlap:\n\n${formatTable(head!, body)}`,
  );
}

function formatFinders(results: readonly FinderResult[]): string {
  return formatTable(
    ["finder", "mean", "least", "above 0.9", "median ms", "most ms"],
    results.map(({ finder, overlaps, milliseconds }) => {
      const times = milliseconds.toSorted((a, b) => a - b);
      return [
        finder,
        mean(overlaps).toFixed(3),
        Math.min(...overlaps).toFixed(3),
        `${overlaps.filter((value) => value > 0.9).length}/${overlaps.length}`,
        times[times.length >> 1]!.toFixed(0),
        times.at(-1)!.toFixed(0),
      ];
    }),
  );
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
