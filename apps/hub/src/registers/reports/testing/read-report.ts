import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromCsvCell } from "@scanhook/csv/line";
import { readRecords } from "@scanhook/csv/records";
import { loadFont } from "../../pdf/load-font.ts";
import type { SheetPaper } from "../../pdf/paper.ts";
import { type DrawnReport, drawReport } from "../draw-report.ts";
import type { Report } from "../report.ts";
import { writeReportCsv } from "../write-report-csv.ts";

const packages = { pdftotext: "poppler-utils", qpdf: "qpdf", gs: "ghostscript" };

/** Returns whether a program is missing, and says so. */
export function isMissing(program: keyof typeof packages): boolean {
  const missing = spawnSync(program, ["--version"]).error !== undefined;
  if (missing)
    console.warn(
      `Skipped: checks of the PDF of a report with ${program} need ${packages[program]}.`,
    );
  return missing;
}

export async function drawPdf(
  report: Report,
  paper: SheetPaper = "a4",
): Promise<DrawnReport & { pdf: Buffer }> {
  const drawing = drawReport(report, { font: await loadFont(), paper });
  const parts: Buffer[] = [];
  for (;;) {
    const next = await drawing.next();
    if (next.done) return { ...next.value, pdf: Buffer.concat(parts) };
    parts.push(next.value);
  }
}

/** Returns the lines of each page as `pdftotext` reads them, with the blanks between columns. */
export function readLines(pdf: Buffer): string[][] {
  return readPages(pdf, "-layout").map((page) => page.split("\n").filter((line) => line !== ""));
}

/** Returns the text of each page in the order in which it was drawn, without blanks. */
export function readDrawnText(pdf: Buffer): string[] {
  return readPages(pdf, "-raw").map((page) => page.replaceAll(/\s/g, ""));
}

function readPages(pdf: Buffer, option: "-layout" | "-raw"): string[] {
  const { stdout } = spawnSync("pdftotext", ["-enc", "UTF-8", option, "-", "-"], {
    input: pdf,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return stdout.split("\f").slice(0, -1);
}

/** Runs a program on a PDF. Returns what it wrote and how it ended. */
export function check(pdf: Buffer, program: string, options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "scanhook-report-"));
  try {
    const file = join(folder, "report.pdf");
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = spawnSync(program, [...options, file], { encoding: "utf8" });
    return { status, stdout, stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the records of the CSV of a report, as they are imported. */
export async function readCsv(report: Report): Promise<string[][]> {
  const text = (await Array.fromAsync(writeReportCsv(report))).join("");
  // The last line break is followed by an empty record.
  const records = [...readRecords(text)].slice(0, -1);
  return records.map(({ cells }) => cells.map(fromCsvCell));
}
