import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type CountedRegister,
  type LabelOptions,
  type LabelPart,
  type LabelReport,
  labelFormats,
  labelPapers,
  labelParts,
  loadLabels,
  type Store,
} from "@scanhook/hub";
import { parseArguments, type Values } from "../../input/arguments.ts";
import { parseChoice } from "../../input/choice.ts";
import type { Parsed } from "../../input/parsed.ts";
import { describeUnwritable } from "../../input/unwritable-file.ts";
import { wrongUse } from "../../input/usage.ts";
import type { Io } from "../../io.ts";
import { fail, withRegister } from "./access.ts";
import { accessOptions, labelOptions, registerUsage } from "./usage.ts";

/** `scanhook register labels`: writes labels with codes to print. */
export async function printLabels(args: string[], io: Io): Promise<number> {
  const input = parseArguments(args, { ...labelOptions, ...accessOptions }, ["NAME"]);
  if (!input.ok) return wrongUse(io, input.reason, registerUsage);
  const { out, json, ...wanted } = input.values;
  if (out === undefined)
    return wrongUse(io, "Name the file to write with --out FILE.pdf.", registerUsage);
  const options = parseLabelOptions(wanted);
  if (!options.ok) return wrongUse(io, options.reason, registerUsage);
  const name = input.positionals[0] ?? "";
  return withRegister(input.values, name, io, async (store, register) => {
    const print = out.toLowerCase().endsWith(".png") ? writePictures : writePdf;
    const report = await print(store, register, options.value, out).catch((error: unknown) => ({
      reason: `${out} cannot be written: ${describeUnwritable(error)}.`,
    }));
    if (!report)
      return fail(
        io,
        `No such ${nouns[register.kind]} has a code that can be printed; "scanhook register codes ${name}" makes codes.`,
      );
    if ("reason" in report) return fail(io, report.reason);
    io.stdout.write(json ? `${JSON.stringify(report)}\n` : formatReport(report, out));
    return 0;
  });
}

/** Writes the labels into a file, and resolves to undefined if there is none. */
type Printing = (
  store: Store,
  register: CountedRegister,
  options: LabelOptions,
  out: string,
) => Promise<LabelReport | undefined>;

const writePdf: Printing = async (store, register, options, out) => {
  const { openLabels } = await loadLabels();
  const labels = await openLabels(store, register, options);
  if (!labels) return undefined;
  let report: LabelReport | undefined;
  async function* chunks(): AsyncGenerator<Buffer> {
    report = yield* labels!;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(out));
  return report;
};

/** Writes a picture of each label with 300 dpi: `labels.png`, or `labels-1.png` and so on. */
const writePictures: Printing = async (store, register, options, out) => {
  const { openLabelPictures } = await loadLabels();
  const pictures = await openLabelPictures(store, register, options);
  if (!pictures) return undefined;
  const { svgToPng } = await import("../../picture-writing/svg-to-png.ts");
  let next = await pictures.next();
  for (let count = 1; !next.done; count++) {
    const following = await pictures.next();
    const isOnly = count === 1 && following.done;
    const file = isOnly ? out : out.replace(/(?=\.png$)/i, `-${count}`);
    const width = Math.round((next.value.width / 25.4) * dpi);
    await writeFile(file, await svgToPng(next.value.svg, { width, dpi }));
    next = following;
  }
  return next.value;
};

const dpi = 300;

const labelRoles = ["place", "number", "person", "article"] as const;

function parseLabelOptions({
  paper = "a4",
  format = "qr",
  without = "",
  fields,
  role,
  group,
  search: text,
}: Values<typeof labelOptions>): Parsed<LabelOptions> {
  const ofPaper = parseChoice("--paper", paper, labelPapers);
  if (!ofPaper.ok) return ofPaper;
  const ofFormat = parseChoice("--format", format, labelFormats);
  if (!ofFormat.ok) return ofFormat;
  const ofRole = role === undefined ? undefined : parseChoice("--role", role, labelRoles);
  if (ofRole && !ofRole.ok) return ofRole;
  const parts: LabelPart[] = [];
  for (const name of without === "" ? [] : without.split(",")) {
    const part = parseChoice("Each part of --without", name, labelParts);
    if (!part.ok) return part;
    parts.push(part.value);
  }
  return {
    ok: true,
    value: {
      paper: ofPaper.value,
      format: ofFormat.value,
      without: parts,
      fields: fields?.split(","),
      role: ofRole?.value,
      group,
      text,
    },
  };
}

const nouns = {
  "check-in": "guest",
  stock: "entry",
  loans: "entry",
  inspection: "entry",
  leads: "lead",
};

function formatReport(
  { printed, unprintable, shortened, tooLong }: LabelReport,
  out: string,
): string {
  const unprintableNote =
    unprintable > 0
      ? ` ${unprintable} lack a name or a detail in a script that cannot be printed.`
      : "";
  const shortenedNote =
    shortened > 0 ? ` ${shortened} have only a part of a name or a detail that is too long.` : "";
  const tooLongNote =
    tooLong > 0
      ? ` ${tooLong} were left out, because --format cannot hold their codes or they are too long.`
      : "";
  const labels = printed === 1 ? "label" : "labels";
  return `Wrote ${printed} ${labels} to ${out}.${unprintableNote}${shortenedNote}${tooLongNote}\n`;
}
