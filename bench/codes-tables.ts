// The tables of bench/codes, in Markdown.

import { isRead } from "../packages/codes/src/testing/score-picture.ts";
import type { ResultRow } from "./codes-compare.ts";
import { isOutsideZxing } from "./codes-corpus.ts";
import { baseline, type InstalledReader } from "./codes-readers.ts";

/** Returns a Markdown table whose columns are as wide as their longest cell. */
export function formatTable(heads: readonly string[], rows: readonly string[][]): string {
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...rows.map((row) => row[i]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  return [line(heads), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

/**
 * Returns a table with one row a reader, its times as multiples of zxing-wasm's default in the same
 * rows.
 */
export function formatReaders(
  readers: readonly InstalledReader[],
  rows: readonly ResultRow[],
): string {
  return formatTable(
    [
      "reader",
      "version",
      "reads",
      "exact",
      "outside ZXing sets",
      "misreads",
      "read without a code",
      "codes",
      "median",
      "p95",
      "failed",
    ],
    readers.map((reader) => {
      const own = rows.filter((row) => row.reader === reader.name);
      const withCode = own.filter(({ entry }) => entry.format !== "none");
      const empty = own.filter(({ entry }) => entry.format === "none");
      const outside = withCode.filter(({ entry }) => isOutsideZxing(entry));
      return [
        reader.name,
        reader.version,
        formatShare(withCode),
        String(countScore(withCode, "exact")),
        formatShare(outside),
        String(countScore(withCode, "wrong")),
        empty.length === 0 ? "-" : `${countScore(empty, "wrong")}/${empty.length}`,
        String(withCode.reduce((sum, row) => sum + row.readingCount, 0)),
        ...formatTimes(own, rows),
        String(own.filter((row) => row.failure !== undefined).length),
      ];
    }),
  );
}

/** Returns a table with one row a format: per cent read, and misreads in brackets. */
export function formatFormats(
  readers: readonly InstalledReader[],
  rows: readonly ResultRow[],
): string {
  const formats = [...new Set(rows.map(({ entry }) => entry.format))].filter(
    (format) => format !== "none",
  );
  const files = (format: string) =>
    new Set(rows.filter(({ entry }) => entry.format === format).map(({ entry }) => entry.file));
  return formatTable(
    ["format", "pictures", ...readers.map((reader) => reader.name)],
    formats.sort().map((format) => [
      format,
      String(files(format).size),
      ...readers.map(({ name }) => {
        const own = rows.filter((row) => row.reader === name && row.entry.format === format);
        const wrong = countScore(own, "wrong");
        if (own.length === 0) return "-";
        return `${toPercent(countRead(own), own.length)}${wrong > 0 ? ` (${wrong})` : ""}`;
      }),
    ]),
  );
}

/** Lists what a reader missed, misread, and read but for the spelling of the label, a line each. */
export function formatMissed(reader: string, rows: readonly ResultRow[]): string {
  const own = rows.filter((row) => row.reader === reader);
  const wrong = own.filter((row) => row.score === "wrong");
  const missed = own.filter((row) => row.score === "missed");
  const spelled = own.filter((row) => row.score === "spelling");
  return [
    `${reader}: ${wrong.length} misread, ${missed.length} missed, ${spelled.length} spelled otherwise`,
    ...wrong.map((row) => `  wrong ${describeContents(row)}`),
    ...spelled.map((row) => `  spelled ${describeContents(row)}`),
    ...missed.map((row) => `  missed ${row.entry.file}${row.failure ? `: ${row.failure}` : ""}`),
  ].join("\n");
}

function describeContents({ entry, contents }: ResultRow): string {
  return `${entry.file}: ${contents.join(", ").slice(0, 120)}`;
}

/** Returns the value below which a share of the numbers lies. 0 for none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function toPercent(part: number, whole: number): string {
  return ((100 * part) / whole).toFixed(1);
}

/** Both are compared on the pictures that the reader was given. */
function formatTimes(own: readonly ResultRow[], rows: readonly ResultRow[]): [string, string] {
  const files = new Set(own.map(({ entry }) => entry.file));
  const base = rows
    .filter((row) => row.reader === baseline && files.has(row.entry.file))
    .flatMap((row) => row.milliseconds);
  const times = own.flatMap((row) => row.milliseconds);
  const toRatio = (share: number) =>
    base.length === 0 ? "-" : `${(quantile(times, share) / quantile(base, share)).toFixed(2)} x`;
  return [toRatio(0.5), toRatio(0.95)];
}

function formatShare(rows: readonly ResultRow[]): string {
  if (rows.length === 0) return "-";
  const count = countRead(rows);
  return `${count}/${rows.length} = ${toPercent(count, rows.length)} %`;
}

function countRead(rows: readonly ResultRow[]): number {
  return rows.filter((row) => isRead(row.score)).length;
}

function countScore(rows: readonly ResultRow[], score: ResultRow["score"]): number {
  return rows.filter((row) => row.score === score).length;
}
