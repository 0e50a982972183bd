// Measures documents: how well and fast pages are found, beside jscanify and scanic in the same
// Chromium; the shape of pages, their text, and the size of files. node bench/documents.ts [FOLDER]
// [--scenes 6] [--seed 1000] [--only finding|pages]; the folder has an index.json and is
// DOCUMENTS_CORPUS by default. Exits 1 when a promise of bench/README.md is not kept.
import { parseArgs } from "node:util";
import { drawScene, sceneKinds } from "../packages/documents/src/testing/draw-scene.ts";
import {
  type LabelledPhoto,
  readLabelledPhotos,
} from "../packages/documents/src/testing/labelled-photos.ts";
import { formatTable } from "./codes-tables.ts";
import { compareFinders, type FinderResult } from "./documents-finders.ts";
import { measurePages } from "./documents-pages.ts";
import { describeMachine } from "./machine.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scenes: { type: "string", default: "6" },
    seed: { type: "string", default: "1000" },
    only: { type: "string" },
  },
});

console.log(`bench/documents: ${describeMachine()}`);
const broken: string[] = [];
if (values.only !== "pages") {
  const folder = positionals[0] ?? process.env.DOCUMENTS_CORPUS;
  if (folder === undefined)
    console.log(
      "Left out: real photos. Pass a folder with an index.json, or set DOCUMENTS_CORPUS.",
    );
  else await compareOn("real photos", await readPhotos(folder));
  await compareOn(`drawn photos from seed ${values.seed}`, drawPhotos());
}
if (values.only !== "finding") broken.push(...(await measurePages()));
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
