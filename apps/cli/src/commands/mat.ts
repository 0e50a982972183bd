import { writeFile } from "node:fs/promises";
import { createMat, matToPdf, papers } from "@scanhook/objects";
import type { Command } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import { describeUnwritable } from "../input/unwritable-file.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";

const options = {
  paper: { value: "NAME", help: "a4 or letter (default: a4)" },
  out: {
    value: "FILE",
    help: "the PDF file to write; an existing one is replaced (default: mat.pdf)",
  },
} as const;

export const mat: Command = {
  name: "mat",
  summary: summaries.mat,
  usage: createUsage("mat", {
    lines: ["scanhook mat [--paper a4|letter] [--out FILE]"],
    about: `Writes the mat on which objects stand while they are photographed for a scan in three dimensions: a PDF of one page, with
markers round a free area. Print it at 100 % on plain, matte paper and keep it flat. The ruler on it must be 100 mm long, and a
bank card must fill the frame in its middle; a mat at another scale can be used if its ruler is measured.`,
    options,
    after: "Exit code: 0 the file is written, 1 it is not, 2 wrong use.",
    examples: ["scanhook mat", "scanhook mat --paper letter --out letter-mat.pdf"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options);
    if (!input.ok) return wrongUse(io, input.reason, mat.usage);
    const { paper = "a4", out = "mat.pdf" } = input.values;
    const knownPaper = papers.find((name) => name === paper);
    if (!knownPaper) return wrongUse(io, `--paper is a4 or letter, not "${paper}".`, mat.usage);
    const pdf = matToPdf(createMat(knownPaper));
    const failed = await writeFile(out, pdf).catch((error: unknown) => ({
      reason: describeUnwritable(error),
    }));
    if (failed) {
      io.stderr.write(`${printable(`${out} cannot be written: ${failed.reason}.`)}\n`);
      return 1;
    }
    io.stdout.write(`Wrote ${printable(out)}. Print it at 100 %, without scaling to the page.\n`);
    return 0;
  },
};
