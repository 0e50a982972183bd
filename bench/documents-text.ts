// The part of bench/documents that reads papers on desks, as `scanhook document --ocr` does.
import { cutOut, placePage } from "../apps/cli/src/commands/document/place-page.ts";
import { applyFilter } from "../packages/documents/src/filters/apply-filter.ts";
import { openTextReader } from "../packages/documents/src/node.ts";
import { characterErrorRate } from "../packages/documents/src/ocr/testing/character-error-rate.ts";
import { readingDpi, type TextReader } from "../packages/documents/src/ocr/text-reader.ts";
import type { Picture } from "../packages/documents/src/picture.ts";
import { formatTable } from "./codes-tables.ts";
import type { Paper } from "./documents-papers.ts";
import { drawDesks } from "./documents-povray.ts";
import { composeScene, type DeskKind } from "./documents-scenes.ts";

/** The long side of the pictures, that of a camera's stills. */
const longSide = 3000;
const promises = { cells: 93, receipts: 4 };

/**
 * Reads some invoices and receipts, and prints how many cells of tables are right and how many
 * characters are wrong. Returns the promises that are not kept, a phrase each.
 */
export async function measureDeskText(count: number, seed: number): Promise<string[]> {
  const opened = await openTextReader({ languages: ["eng"] });
  if (!opened.ok) throw new Error(`The text engine did not start: ${opened.failure}`);
  try {
    const desks = (["wood", "cloth", "finger"] as const).map((kind) =>
      listInvoices(kind, seed, count).map((each) => ({ kind, seed: each })),
    );
    const invoices = await readAll(desks.flat(), opened.value);
    const seeds = Array.from({ length: 2 * count }, (_, index) => seed + index);
    const receipts = await readAll(
      seeds.map((each) => ({ kind: "receipt" as const, seed: each })),
      opened.value,
    );
    const rows = [
      ["invoices with a table", ...toRow(invoices)],
      ["receipts", ...toRow(receipts)],
    ];
    console.log(
      `\n${formatTable(["papers read", "number", "cells right", "wrong characters"], rows)}`,
    );
    const broken: string[] = [];
    if (shareOfCells(invoices) < promises.cells) broken.push(`${promises.cells} % of cells right`);
    if (meanErrors(receipts) > promises.receipts)
      broken.push(`receipts with ${promises.receipts} % of wrong characters`);
    return broken;
  } finally {
    await opened.value.close();
  }
}

/** Returns the first seeds of a kind of desk on which an invoice lies. */
function listInvoices(kind: DeskKind, from: number, count: number): number[] {
  const seeds: number[] = [];
  for (let seed = from; seeds.length < count; seed++)
    if (composeScene(kind, seed, longSide).paper.kind === "invoice") seeds.push(seed);
  return seeds;
}

/** The text of a paper as it was read. `errors` are wrong characters, in percent. */
type ReadPaper = { rightCells: number; cells: number; errors: number };

async function readAll(
  scenes: readonly { kind: DeskKind; seed: number }[],
  reader: TextReader,
): Promise<ReadPaper[]> {
  const read: ReadPaper[] = [];
  for (const { kind, seed } of scenes)
    for await (const { picture, paper } of drawDesks(kind, [seed], longSide))
      read.push(compare(paper, await readPicture(picture, reader)));
  return read;
}

async function readPicture(picture: Picture, reader: TextReader): Promise<string> {
  const placed = placePage(picture, {}, { dpi: 200, whole: false });
  const page = cutOut(picture, placed, readingDpi);
  if (!page) return "";
  const result = await reader.readTurned(applyFilter(page, "clean", "grey"), { dpi: readingDpi });
  if (!result.ok) throw new Error(`The text engine did not read: ${result.failure}`);
  return result.value.text;
}

/** Compares words whatever their order, because tables are also read by columns. */
function compare({ cells, text }: Paper, read: string): ReadPaper {
  const flat = ` ${read.replace(/\s+/g, " ")} `;
  const counts = Map.groupBy(cells.flat(), (cell) => cell);
  const rightCells = [...counts].reduce(
    (sum, [cell, same]) => sum + Math.min(same.length, flat.split(` ${cell} `).length - 1),
    0,
  );
  const sort = (some: string) => some.split(/\s+/).filter(Boolean).sort().join(" ");
  const errors = 100 * characterErrorRate(sort(text.join(" ")), sort(read));
  return { rightCells, cells: cells.flat().length, errors };
}

function toRow(papers: readonly ReadPaper[]): string[] {
  return [
    String(papers.length),
    `${shareOfCells(papers).toFixed(1)} %`,
    `${meanErrors(papers).toFixed(1)} %`,
  ];
}

function shareOfCells(papers: readonly ReadPaper[]): number {
  const sum = (of: (paper: ReadPaper) => number) => papers.reduce((all, each) => all + of(each), 0);
  return (100 * sum(({ rightCells }) => rightCells)) / sum(({ cells }) => cells);
}

function meanErrors(papers: readonly ReadPaper[]): number {
  return papers.reduce((sum, { errors }) => sum + errors, 0) / papers.length;
}
