import { writeFile } from "node:fs/promises";
import { checkContent, toSvg, type WritableFormat, writableFormats } from "@scanhook/code-writer";
import type { Command } from "../../command.ts";
import { parseArguments } from "../../input/arguments.ts";
import { parseChoice } from "../../input/choice.ts";
import { describeUnwritable } from "../../input/unwritable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { summaries } from "../../summaries.ts";
import { printable } from "../../terminal/printable.ts";
import { formatQr } from "../../terminal/qr.ts";
import { type NamedContent, readContents } from "./content.ts";
import { describeProblem } from "./describe-problem.ts";
import { type Drawing, parseDrawing } from "./drawing.ts";
import { codeOptions, codeUsage } from "./usage.ts";
import { writeSheet } from "./write-sheet.ts";

export const code: Command = {
  name: "code",
  summary: summaries.code,
  usage: codeUsage,
  async run(args, io) {
    const input = parseArguments(args, codeOptions, ["[CONTENT…]"]);
    if (!input.ok) return wrongUse(io, input.reason, codeUsage);
    const { values, positionals } = input;
    const format = parseChoice("--format", values.format ?? "qr", writableFormats);
    if (!format.ok) return wrongUse(io, format.reason, codeUsage);
    const drawing = parseDrawing(values, format.value);
    if (!drawing.ok) return wrongUse(io, drawing.reason, codeUsage);
    const contents = await readContents(positionals, values, io);
    if (!contents.ok) return wrongUse(io, contents.reason, codeUsage);
    for (const { content } of contents.value) {
      const problem = checkContent(format.value, content);
      if (problem) return wrongUse(io, describeProblem(problem, format.value, content), codeUsage);
    }
    if (contents.value.length > 1 && drawing.value.kind !== "pdf")
      return wrongUse(io, "Several contents go into a PDF: --out FILE.pdf.", codeUsage);
    return make(format.value, contents.value, drawing.value, io);
  },
};

async function make(
  format: WritableFormat,
  contents: readonly NamedContent[],
  drawing: Drawing,
  io: Io,
): Promise<number> {
  const [{ content } = { content: "" }] = contents;
  if (drawing.kind === "shown") {
    const qr = format === "qr" ? formatQr(content, io) : undefined;
    io.stdout.write(qr ?? toSvg(format, content).svg);
    return 0;
  }
  const { out } = drawing;
  try {
    const left = await writeDrawing(format, contents, drawing);
    const name = printable(out);
    io.stdout.write(`Wrote ${name}.${left > 0 ? ` ${describeLeft(left)}` : ""}\n`);
    return 0;
  } catch (error) {
    io.stderr.write(`${printable(`${out} cannot be written: ${describeUnwritable(error)}.`)}\n`);
    return 1;
  }
}

/** Writes the file, and resolves to how many contents were left out. */
async function writeDrawing(
  format: WritableFormat,
  contents: readonly NamedContent[],
  drawing: Exclude<Drawing, { kind: "shown" }>,
): Promise<number> {
  if (drawing.kind === "pdf") return writeSheet(format, contents, drawing);
  const { content } = contents[0]!;
  const { svg, columns } = toSvg(format, content, drawing);
  if (drawing.kind === "svg") await writeFile(drawing.out, svg);
  else {
    const { svgToPng } = await import("../../picture-writing/svg-to-png.ts");
    // Whole pixels for a module keep all bars equal.
    const pixels = Math.max(1, Math.round((drawing.moduleWidth / 25.4) * drawing.dpi));
    const width = columns * pixels;
    await writeFile(drawing.out, await svgToPng(svg, { width, dpi: drawing.dpi }));
  }
  return 0;
}

function describeLeft(count: number): string {
  return `${count === 1 ? "1 content is" : `${count} contents are`} left out, because the code would be too fine for a label.`;
}
