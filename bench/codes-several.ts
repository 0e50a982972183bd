// Counts the codes that each reader reads in pictures with several, for bench/codes.
import { countCodes, type LabelledCode } from "../packages/codes/src/testing/score-picture.ts";
import type { SharedPicture } from "./codes-corpus.ts";
import { baseline, type InstalledReader } from "./codes-readers.ts";
import { formatTable, quantile, toPercent } from "./codes-tables.ts";
import { type ReaderThread, startReader } from "./codes-thread.ts";

/** A picture and its labelled codes. `groups` names its row in each of the tables. */
export type SeveralPicture = {
  name: string;
  groups: readonly string[];
  codes: readonly LabelledCode[];
  open(): Promise<SharedPicture>;
};

/** The readings of a picture by one reader. */
type SeveralRow = {
  reader: string;
  picture: Omit<SeveralPicture, "open">;
  readCount: number;
  missed: LabelledCode[];
  unlabelled: { format: string; content: string }[];
  milliseconds: number;
  failure?: string;
};

/**
 * Reads the pictures one after the other, each with all readers in turn. Every reader first reads
 * some pictures that are not measured, until its code is compiled.
 */
export async function readSeveral(
  readers: readonly InstalledReader[],
  pictures: readonly SeveralPicture[],
  limit: number,
): Promise<SeveralRow[]> {
  const threads = new Map<string, ReaderThread>();
  for (const reader of readers) threads.set(reader.name, await startReader(reader, limit));
  const step = Math.max(1, Math.ceil(pictures.length / 12));
  for (const picture of pictures.filter((_, i) => i % step === 0)) {
    const pixels = await picture.open();
    for (const thread of threads.values()) await thread.read(pixels);
  }
  const rows: SeveralRow[] = [];
  for (const { open, ...picture } of pictures) {
    const pixels = await open();
    for (const [reader, thread] of threads) {
      const { calls, failure } = await thread.read(pixels);
      const { readings, milliseconds } = calls[0]!;
      const { readCount, missed, unlabelled } = countCodes(picture.codes, readings);
      rows.push({
        reader,
        picture,
        readCount,
        missed,
        unlabelled: unlabelled.map(({ format, content }) => ({ format, content })),
        milliseconds,
        ...(failure !== undefined && { failure }),
      });
    }
  }
  for (const thread of threads.values()) await thread.end();
  return rows;
}

/**
 * Returns a table with a row for each group and a column for each reader: per cent of the labelled
 * codes that are read, and in brackets the readings that are no labelled code. `index` chooses
 * among the groups of a picture.
 */
export function formatGroups(
  head: string,
  readers: readonly InstalledReader[],
  rows: readonly SeveralRow[],
  index = 0,
): string {
  const formatReads = (own: readonly SeveralRow[]) => {
    const { read, whole, unlabelled } = sumUp(own);
    return `${toPercent(read, whole)}${unlabelled > 0 ? ` (${unlabelled})` : ""}`;
  };
  return formatByGroup(head, readers, rows, index, formatReads);
}

/** Returns the same rows with median and p95 of the CPU time, as multiples of zxing-wasm's. */
export function formatGroupTimes(
  head: string,
  readers: readonly InstalledReader[],
  rows: readonly SeveralRow[],
  index = 0,
): string {
  const formatRatios = (own: readonly SeveralRow[], part: readonly SeveralRow[]) =>
    formatTimes(own, part).join(" / ");
  return formatByGroup(head, readers, rows, index, formatRatios);
}

function formatByGroup(
  head: string,
  readers: readonly InstalledReader[],
  rows: readonly SeveralRow[],
  index: number,
  formatCell: (own: readonly SeveralRow[], part: readonly SeveralRow[]) => string,
): string {
  const groups = [...new Set(rows.map(({ picture }) => picture.groups[index]!))];
  return formatTable(
    [head, "pictures", "codes", ...readers.map(({ name }) => name)],
    groups.map((group) => {
      const part = rows.filter(({ picture }) => picture.groups[index] === group);
      const once = part.filter(({ reader }) => reader === readers[0]!.name);
      return [
        group,
        String(once.length),
        String(sumUp(once).whole),
        ...readers.map(({ name }) =>
          formatCell(
            part.filter(({ reader }) => reader === name),
            part,
          ),
        ),
      ];
    }),
  );
}

/** Returns a table with one row for each reader, over all pictures. */
export function formatTotals(
  readers: readonly InstalledReader[],
  rows: readonly SeveralRow[],
): string {
  return formatTable(
    ["reader", "version", "pictures", "codes read", "unlabelled", "median", "p95", "failed"],
    readers.map(({ name, version }) => {
      const own = rows.filter(({ reader }) => reader === name);
      const { read, whole, unlabelled } = sumUp(own);
      return [
        name,
        version,
        String(own.length),
        `${read}/${whole} = ${toPercent(read, whole)} %`,
        String(unlabelled),
        ...formatTimes(own, rows),
        String(own.filter(({ failure }) => failure !== undefined).length),
      ];
    }),
  );
}

/** Lists by picture what a reader of ours missed, and what any reader read without a label. */
export function formatSeveralMissed(
  { name, isOurs }: InstalledReader,
  rows: readonly SeveralRow[],
): string {
  const own = rows.filter(({ reader }) => reader === name);
  const { read, whole, unlabelled } = sumUp(own);
  const describe = (label: string, picture: string, codes: readonly [string, string][]) =>
    `  ${label} ${picture}: ${codes
      .map(([format, text]) => `${format} ${JSON.stringify(text.slice(0, 60))}`)
      .join(", ")}`;
  return [
    `${name}: ${whole - read} missed, ${unlabelled} unlabelled`,
    ...own.flatMap(({ picture, failure }) =>
      failure === undefined ? [] : [`  failed ${picture.name}: ${failure}`],
    ),
    ...own.flatMap(({ picture, missed }) => {
      if (!isOurs || missed.length === 0) return [];
      const codes = missed.map(({ format, text }) => [format, text] as [string, string]);
      return [describe("missed", picture.name, codes)];
    }),
    ...own.flatMap(({ picture, unlabelled }) => {
      if (unlabelled.length === 0) return [];
      const codes = unlabelled.map(({ format, content }) => [format, content] as [string, string]);
      return [describe("unlabelled", picture.name, codes)];
    }),
  ].join("\n");
}

/** Returns the median and p95 of zxing-wasm in words, or nothing if it did not read. */
export function describeBaselineTimes(rows: readonly SeveralRow[]): string {
  const times = listTimes(rows.filter(({ reader }) => reader === baseline));
  if (times.length === 0) return "";
  const [median, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1));
  return ` (median ${median} ms, p95 ${p95} ms)`;
}

function formatTimes(own: readonly SeveralRow[], rows: readonly SeveralRow[]): [string, string] {
  const base = listTimes(rows.filter(({ reader }) => reader === baseline));
  const times = listTimes(own);
  const toRatio = (share: number) =>
    base.length === 0 ? "-" : `${(quantile(times, share) / quantile(base, share)).toFixed(2)} x`;
  return [toRatio(0.5), toRatio(0.95)];
}

function listTimes(rows: readonly SeveralRow[]): number[] {
  return rows.map(({ milliseconds }) => milliseconds);
}

function sumUp(rows: readonly SeveralRow[]): { read: number; whole: number; unlabelled: number } {
  const sum = { read: 0, whole: 0, unlabelled: 0 };
  for (const { picture, readCount, unlabelled } of rows) {
    sum.read += readCount;
    sum.whole += picture.codes.length;
    sum.unlabelled += unlabelled.length;
  }
  return sum;
}
