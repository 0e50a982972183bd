// Compares readers of codes on the pictures of a folder with an index.json: recall, misreads and
// time. node bench/codes.ts [FOLDER] [--readers still,zxing-wasm] [--change
// none|turn20|turn45|soft|small|jpeg] [--format qr,ean13] [--outside] [--only-half 0|1] [--missed]
// [--json FILE] [--limit 60000] [--live]; the folder is CODES_CORPUS by default. Pictures whose
// entries have `codes` are compared by the number of codes that are read. node bench/codes.ts
// --scenes 264 [--seed 1] reads drawn camera frames; --empty 10000 [--seed 1] pictures without a
// code, and exits 1 when ours reads something; --sheets 1 drawn sheets of up to 160 codes of each
// symbology, from that seed; --trays CLONE the photos of DiamondLightSource/PuckBarcodeReader.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { frameSchedule } from "../packages/codes/src/live/frame-plan.ts";
import type { LabelledCode } from "../packages/codes/src/testing/score-picture.ts";
import { readScenes } from "./codes-camera.ts";
import { compareReaders, type ResultRow } from "./codes-compare.ts";
import {
  type Change,
  type CorpusEntry,
  changes,
  isOutsideZxing,
  openPicture,
  readIndex,
  toHalf,
} from "./codes-corpus.ts";
import { readEmptyPictures } from "./codes-empty.ts";
import { baseline, frameReader, installReaders, readers, severalNames } from "./codes-readers.ts";
import {
  describeBaselineTimes,
  formatGroups,
  formatGroupTimes,
  formatSeveralMissed,
  formatTotals,
  readSeveral,
  type SeveralPicture,
} from "./codes-several.ts";
import { listSheets, sheetFormats } from "./codes-sheets.ts";
import { formatFormats, formatMissed, formatReaders, quantile } from "./codes-tables.ts";
import { listTrays } from "./codes-trays.ts";
import { describeMachine } from "./machine.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    readers: { type: "string" },
    live: { type: "boolean", default: false },
    scenes: { type: "string" },
    empty: { type: "string" },
    sheets: { type: "string" },
    trays: { type: "string" },
    seed: { type: "string", default: "1" },
    change: { type: "string", default: "none" },
    format: { type: "string" },
    outside: { type: "boolean", default: false },
    "only-half": { type: "string" },
    missed: { type: "boolean", default: false },
    json: { type: "string" },
    limit: { type: "string", default: "60000" },
  },
});

console.log(`bench/codes: ${describeMachine()}`);
if (values.empty !== undefined) {
  const names = values.readers ?? "still,still:all,frame";
  const wrongCount = await readEmptyPictures(installReaders(names.split(",")), {
    count: Number(values.empty),
    seed: Number(values.seed),
    limit: Number(values.limit),
  });
  process.exit(wrongCount === 0 ? 0 : 1);
}
if (values.scenes !== undefined) {
  const names = values.readers ?? `${frameReader.name},${baseline}`;
  const sceneCount = Number(values.scenes);
  console.log(
    `${sceneCount} scenes of 1920 x 1080 from seed ${values.seed}; CPU time of a frame as a multiple of the median of ${baseline}`,
  );
  const options = { sceneCount, seed: Number(values.seed), limit: Number(values.limit) };
  await readScenes(installReaders(names.split(",")), options);
  process.exit();
}
if ((values.sheets ?? values.trays) !== undefined && values.change !== "none") {
  fail("--change goes with the pictures of a folder, not with --sheets and --trays.");
}
if (values.sheets !== undefined) {
  const formats = values.format?.split(",") ?? sheetFormats;
  const sheets = listSheets(Number(values.sheets), formats);
  if (sheets.length === 0) fail(`There are sheets of ${sheetFormats.join(", ")}.`);
  await compareSeveral(sheets, ["symbology", "codes on a sheet", "turned by"]);
}
if (values.trays !== undefined) {
  const trays = await listTrays(values.trays).catch((error) => fail(error.message));
  await compareSeveral(trays, ["photos"]);
}
const folder = positionals[0] ?? process.env.CODES_CORPUS;
if (folder === undefined) fail("Pass a folder with an index.json, or set CODES_CORPUS to it.");
const change = values.change as Change;
if (!changes.includes(change)) {
  fail(`There is no change "${change}"; choose from ${changes.join(", ")}.`);
}

const entries = (await readIndex(folder).catch((error) => fail(error.message))).filter(isWanted);
if (entries.length === 0) fail("No picture of the index fits --format, --outside and --only-half.");
if (!values.live && entries.some(({ codes }) => codes !== undefined)) {
  const pictures = entries.map((entry) => ({
    name: entry.file,
    groups: [entry.source ?? entry.format],
    codes: entry.codes ?? listSingleCode(entry),
    open: () => openPicture(folder, entry, change),
  }));
  await compareSeveral(pictures, ["family"]);
}
const allNames = values.live ? [frameReader.name, baseline] : readers.map(({ name }) => name);
const installed = installReaders(values.readers?.split(",") ?? allNames);
const rows = await compareReaders(installed, {
  folder,
  entries,
  change,
  limit: Number(values.limit),
  ...(values.live && { calls: frameSchedule.length }),
});
const withCodeCount = entries.filter(({ format }) => format !== "none").length;
console.log(
  `${withCodeCount} pictures with a code and ${entries.length - withCodeCount} without, change: ${change}; CPU time of the whole call from RGBA, as a multiple of ${baseline}'s${describeBaseline()}`,
);
console.log(`\n${formatReaders(installed, rows)}\n\n${formatFormats(installed, rows)}`);
if (values.missed) {
  for (const { name } of installed) console.log(`\n${formatMissed(name, rows)}`);
}
if (values.json !== undefined) await writeFile(values.json, toJson(rows));
process.exit();

/** Prints a table for each of the groups that a picture belongs to, and ends the program. */
async function compareSeveral(
  pictures: readonly SeveralPicture[],
  heads: readonly string[],
): Promise<never> {
  const installed = installReaders(values.readers?.split(",") ?? severalNames);
  const rows = await readSeveral(installed, pictures, Number(values.limit));
  const codeCount = pictures.reduce((sum, { codes }) => sum + codes.length, 0);
  const facts = [
    `${pictures.length} pictures with ${codeCount} labelled codes, change: ${values.change}`,
    "per cent of the codes that are read, in brackets readings that are no labelled code",
    `CPU time of the call from RGBA as a multiple of ${baseline}'s${describeBaselineTimes(rows)}`,
  ];
  console.log(facts.join("; "));
  for (const [i, head] of heads.entries()) {
    console.log(`\n${formatGroups(head, installed, rows, i)}`);
    console.log(`\nCPU time, median / p95:\n\n${formatGroupTimes(head, installed, rows, i)}`);
  }
  console.log(`\n${formatTotals(installed, rows)}`);
  if (values.missed) {
    for (const reader of installed) console.log(`\n${formatSeveralMissed(reader, rows)}`);
  }
  if (values.json !== undefined) {
    await writeFile(values.json, JSON.stringify(rows, undefined, 1));
  }
  process.exit();
}

function listSingleCode({ format, expected }: CorpusEntry): LabelledCode[] {
  return typeof expected === "string" ? [{ format, text: expected }] : [];
}

function isWanted(entry: CorpusEntry): boolean {
  const { format, outside, "only-half": half } = values;
  if (format !== undefined && ![...format.split(","), "none"].includes(entry.format)) return false;
  if (outside && entry.format !== "none" && !isOutsideZxing(entry)) return false;
  return half === undefined || toHalf(entry.file) === Number(half);
}

function describeBaseline(): string {
  const times = rows.filter((row) => row.reader === baseline).flatMap((row) => row.milliseconds);
  if (times.length === 0) return "";
  return ` (median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms)`;
}

function toJson(rows: readonly ResultRow[]): string {
  return JSON.stringify(
    rows.map(({ entry, ...row }) => ({ file: entry.file, format: entry.format, ...row })),
    undefined,
    1,
  );
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
