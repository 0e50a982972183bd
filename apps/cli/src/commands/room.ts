import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { readFontFile } from "@scanhook/hub/font-file";
import { decodeText, describeUndecoded } from "@scanhook/hub/text-file";
import {
  describeMissingLetters,
  describePlanNote,
  describePlanProblem,
  formatArea,
  listLettersOutsidePdf,
  measurePlan,
  parsePlan,
  planToDxf,
  planToGlb,
  planToPdf,
  planToSvg,
  planToUsdz,
  type SettledPlan,
  serializePlan,
  settlePlan,
  unitSystems,
} from "@scanhook/rooms";
import type { Command } from "../command.ts";
import { parseArguments } from "../input/arguments.ts";
import { describeUnreadable } from "../input/unreadable-file.ts";
import { describeUnwritable } from "../input/unwritable-file.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import { summaries } from "../summaries.ts";
import { printable } from "../terminal/printable.ts";

/** Converts a plan. Only PDF uses the font, which is loaded where letters need it. */
type Convert = (
  settled: SettledPlan,
  font: Uint8Array | undefined,
) => string | Uint8Array | Promise<Uint8Array>;

/** The formats of a plan by the ending of its file. */
const formats: Record<string, Convert> = {
  ".svg": (settled) => planToSvg(settled),
  ".pdf": planToPdf,
  ".dxf": (settled) => planToDxf(settled),
  ".glb": planToGlb,
  ".usdz": planToUsdz,
  ".json": (settled) => serializePlan(settled.plan, measurePlan(settled)),
};
const endings: string = Object.keys(formats).join(", ");

const options = {
  out: { value: "FILE", help: `the file to write: ${endings}; an existing one is replaced` },
  units: {
    value: "NAME",
    help: "show lengths in metric or imperial units (default: as in the file)",
  },
} as const;

export const room: Command = {
  name: "room",
  summary: summaries.room,
  usage: createUsage("room", {
    lines: ["scanhook room ROOM.json --out FILE [--units metric|imperial]"],
    about: `Closes the walls of measured rooms, places the rooms beside each other, and writes them as a drawing (SVG, PDF, DXF) or as
bodies (GLB, USDZ). A drawing has the lengths of the walls, doors, windows, and the area and height of each room, on A4 or
Letter at a usual scale. A DXF has its own size, in meters or inches. As JSON the plan is written again, with areas, lengths
and residuals under "shown". Prints the areas, and what is wrong or not known: lengths that contradict each other, walls
without a length, rooms that lie over each other, doors that join nothing, and letters that a PDF cannot show. Everything
happens on this machine.`,
    options,
    after: "Exit code: 0 the file is written, 1 it is not, 2 wrong use.",
    examples: ["scanhook room flat.json --out flat.pdf", "scanhook room flat.json --out flat.dxf"],
  }),
  async run(args, io) {
    const input = parseArguments(args, options, ["ROOM.json"]);
    if (!input.ok) return wrongUse(io, input.reason, room.usage);
    const { out, units } = input.values;
    const [file] = input.positionals as [string];
    if (out === undefined) return wrongUse(io, "--out is missing: --out plan.svg.", room.usage);
    const convert = formats[extname(out).toLowerCase()];
    if (!convert) {
      const reason = `--out: "${out}" does not end in one of ${endings}, which tell the format.`;
      return wrongUse(io, reason, room.usage);
    }
    const chosen = unitSystems.find((name) => name === units);
    if (units !== undefined && !chosen) {
      return wrongUse(io, `--units is metric or imperial, not "${units}".`, room.usage);
    }
    const fail = (sentence: string): 1 => {
      io.stderr.write(`${printable(sentence)}\n`);
      return 1;
    };

    const read = await readFile(file).catch((error: unknown) => ({
      reason: describeUnreadable(error),
    }));
    if ("reason" in read) return fail(`${file} cannot be read: ${read.reason}.`);
    const decoded = decodeText(read);
    if (!decoded.ok) return fail(describeUndecoded(file, decoded));
    const parsed = parsePlan(decoded.text);
    if (!parsed.ok) return fail(`${file}: ${describePlanProblem(parsed.problem)}`);
    const result = settlePlan({ ...parsed.plan, units: chosen ?? parsed.plan.units });
    if (!result.ok) return fail(`${file}: ${describePlanProblem(result.problem)}`);
    const { settled } = result;

    const isPdf = convert === planToPdf;
    const font =
      isPdf && listLettersOutsidePdf(settled).length > 0 ? await readFontFile() : undefined;
    const failed = await writeFile(out, await convert(settled, font)).catch((error: unknown) => ({
      reason: describeUnwritable(error),
    }));
    if (failed) return fail(`${out} cannot be written: ${failed.reason}.`);
    const { innerArea, grossArea, notes } = measurePlan(settled);
    const missing = isPdf ? listLettersOutsidePdf(settled, font) : [];
    const sentences = notes.map((note) => describePlanNote(note, settled.plan.units));
    if (missing.length > 0) sentences.push(describeMissingLetters(missing));
    for (const sentence of sentences) io.stderr.write(`${printable(sentence)}\n`);
    const area = (squareMeters: number) => formatArea(squareMeters, settled.plan.units);
    const name = printable(settled.plan.name);
    io.stdout.write(
      `${name}: ${area(innerArea)} within the walls, ${area(grossArea)} with them. Wrote ${printable(out)}.\n`,
    );
    return 0;
  },
};
