import { basename, extname } from "node:path";
import { type Filter, filters, isLanguageCode, type TextReader } from "@scanhook/documents";
import { openTextReader } from "@scanhook/documents/node";
import { findNearest } from "@scanhook/hub/nearest";
import type { Command } from "../../command.ts";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { describeUnwritable } from "../../input/unwritable-file.ts";
import { createUsage, wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { printable } from "../../terminal/printable.ts";
import { createProgressLine } from "../../terminal/progress-line.ts";
import type { PageSource } from "./page-source.ts";
import type { Paper } from "./place-page.ts";
import type { PageReport } from "./write-document.ts";

const papers: readonly Paper[] = [
  "A4",
  "A5",
  "Letter",
  "Legal",
  "card",
  "receipt-80",
  "receipt-57",
];

const options = {
  out: { value: "FILE.pdf", help: "the PDF to write; an existing one is replaced" },
  ocr: {
    value: "LANGUAGES",
    help: "make the text searchable and turn pages upright: eng, or several such as eng,deu",
  },
  filter: { value: "NAME", help: `the look of the pages: ${filters.join(", ")} (default: clean)` },
  paper: { value: "NAME", help: `the size of every page: ${papers.join(", ")}` },
  dpi: { value: "NUMBER", help: "the highest resolution of a page, 72 to 600 (default: 200)" },
  title: { value: "TEXT", help: "the title of the document (default: the name of the PDF)" },
  whole: { help: "the pictures are whole pages, such as those of a flatbed scanner" },
  json: { help: "print one line of JSON for each picture" },
} as const;

export const document: Command = {
  name: "document",
  summary: summaries.document,
  usage: createUsage("document", {
    lines: ["scanhook document IN… --out FILE.pdf [options]"],
    about: `Makes one PDF (PDF/A-2u) of photos of pages: finds the page in each picture, removes the perspective and the
shadows, and reads the text if asked to. IN is a picture (JPEG, PNG, WebP, AVIF, TIFF, GIF, SVG), a PDF that
holds only pictures, or a folder with all its subfolders, in the order of the names. A picture in which no
page is found is taken whole. Everything happens on this machine.`,
    options,
    after: `A line of --json has file (and page, of a PDF), found, sure, corners (four [x, y] in pixels of the picture as it is
shown, clockwise from the top left of the page), size ([width, height] in millimeters), ms, and with --ocr
text; or an error instead, if the picture could not be read.

Exit code: 0 every picture is in the PDF, 1 some are missing or nothing was written, 2 wrong use.`,
    examples: [
      "scanhook document --out letter.pdf photos/",
      "scanhook document --ocr eng --paper A4 --out letter.pdf page-1.jpg page-2.jpg",
    ],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["IN…"]);
    if (!input.ok) return wrongUse(io, input.reason, document.usage);
    const settings = parseSettings(input.values);
    if (!settings.ok) return wrongUse(io, settings.reason, document.usage);
    return makeDocument(input.positionals, settings.value, io);
  },
};

type Settings = {
  out: string;
  languages: string[];
  filter: Filter;
  paper?: Paper | undefined;
  dpi: number;
  title: string;
  whole: boolean;
  json: boolean;
};

function parseSettings(values: Values<typeof options>): Parsed<Settings> {
  const { out, paper, whole = false, json = false } = values;
  if (out === undefined) return refuse("--out is missing: --out FILE.pdf.");
  if (extname(out).toLowerCase() !== ".pdf")
    return refuse(`--out: "${out}" does not end in .pdf; the file is a PDF.`);
  const languages = values.ocr?.split(/[,+]/).map((code) => code.trim()) ?? [];
  const wrongLanguage = languages.find((code) => !isLanguageCode(code));
  if (wrongLanguage !== undefined)
    return refuse(`--ocr: "${wrongLanguage}" is no code of a language; write eng, deu, fra ….`);
  const filter = filters.find((name) => name === (values.filter ?? "clean"));
  if (!filter) return refuse(describeUnknown("filter", values.filter!, filters));
  const chosen = papers.find((name) => name.toLowerCase() === paper?.toLowerCase());
  if (paper !== undefined && !chosen) return refuse(describeUnknown("paper", paper, papers));
  const dpi = Number(values.dpi ?? 200);
  if (!(dpi >= 72 && dpi <= 600))
    return refuse(`--dpi: "${values.dpi}" is no number from 72 to 600.`);
  const title = values.title ?? basename(out, extname(out));
  return { ok: true, value: { out, languages, filter, dpi, title, whole, json, paper: chosen } };
}

function describeUnknown(option: string, text: string, names: readonly string[]): string {
  const suggestion = findNearest(text, names);
  const advice = suggestion ? `did you mean ${suggestion}?` : `choose from ${names.join(", ")}.`;
  return `--${option}: there is no ${option} "${text}"; ${advice}`;
}

async function makeDocument(names: string[], settings: Settings, io: Io): Promise<0 | 1> {
  const { languages, json, ...rest } = settings;
  const fail = (sentence: string): 1 => {
    io.stderr.write(`${sentence}\n`);
    return 1;
  };
  const { signal } = io;
  const { findPageSources } = await import("./page-source.ts");
  const { writeDocument } = await import("./write-document.ts");
  const opened = await openReader(languages, signal);
  if (!opened.ok) return fail(opened.problem);
  const progress = createProgressLine(io.stderr);
  let written = 0;
  let missing = 0;
  try {
    const sources: PageSource[] = [];
    for await (const source of findPageSources(names, rest.out)) sources.push(source);
    const reports = writeDocument(sources, {
      ...rest,
      date: new Date(),
      reader: opened.reader,
      language: languages[0] && toLanguageTag(languages[0]),
      signal,
      onProgress: progress.show,
    });
    for await (const report of reports) {
      progress.clear();
      if (report.error === undefined) written++;
      else missing++;
      print(report, json, io);
    }
  } catch (error) {
    progress.clear();
    return fail(`${printable(rest.out)} cannot be written: ${describeUnwritable(error)}.`);
  } finally {
    progress.clear();
    await opened.reader?.close();
  }
  if (signal?.aborted) return fail("Stopped; no document was written.");
  if (written === 0) return fail("No document was written, because there is no page for it.");
  if (!json) io.stdout.write(`${printable(rest.out)}: ${countPages(written)}\n`);
  return missing === 0 ? 0 : 1;
}

type OpenedReader = { ok: true; reader?: TextReader } | { ok: false; problem: string };

/**
 * Starts the text reader if there are languages to read. A failure says which command installs the
 * missing part.
 */
async function openReader(
  languages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<OpenedReader> {
  if (languages.length === 0) return { ok: true };
  const opened = await openTextReader({ languages, signal });
  if (opened.ok) return { ok: true, reader: opened.value };
  if ("missingPackage" in opened) {
    const { missingPackage } = opened;
    const problem = `--ocr needs the data of a language that is not installed; install it with: npm install tesseract.js ${missingPackage}`;
    return { ok: false, problem };
  }
  return {
    ok: false,
    problem:
      opened.failure === "stopped"
        ? "Stopped; no document was written."
        : "--ocr needs the text engine, which does not start; install it with: npm install tesseract.js",
  };
}

/** Returns the language of the document for its readers (BCP 47): `de` for `deu`. */
function toLanguageTag(code: string): string {
  return Intl.getCanonicalLocales(code.slice(0, 3))[0]!;
}

function print(report: PageReport, json: boolean, io: Io): void {
  if (json) return void io.stdout.write(`${JSON.stringify(report)}\n`);
  const page = report.page === undefined ? "" : `, page ${report.page}`;
  const name = `${printable(report.file)}${page}`;
  if (report.error !== undefined) return void io.stderr.write(`${name}: ${report.error}\n`);
  const [width, height] = report.size!;
  io.stdout.write(`${name}: ${width} × ${height} mm${describeDoubt(report)}\n`);
}

function describeDoubt({ found, sure, page }: PageReport): string {
  if (!found && page === undefined) return ", no page found, taken whole";
  return found && !sure ? ", sides partly covered, check its corners" : "";
}

const countPages = (count: number) => (count === 1 ? "1 page" : `${count} pages`);
