import { moduleWidths, type WritableFormat } from "@scanhook/code-writer";
import { type LabelPaper, labelPapers } from "@scanhook/hub";
import type { Values } from "../../input/arguments.ts";
import { parseChoice } from "../../input/choice.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import type { codeOptions } from "./usage.ts";

/** How a code is drawn: on the terminal or into a pipe, or into a file. */
export type Drawing =
  | { kind: "shown" }
  | { kind: "svg"; out: string; moduleWidth: number; withText: boolean }
  | { kind: "png"; out: string; moduleWidth: number; withText: boolean; dpi: number }
  | { kind: "pdf"; out: string; paper: LabelPaper; copies: number };

type DrawingValues = Pick<
  Values<typeof codeOptions>,
  "out" | "module" | "dpi" | "no-text" | "paper" | "copies"
>;

const drawingOptions = ["module", "no-text", "dpi", "paper", "copies"] as const;

/** The options of each kind of file; any other would do nothing. */
const ownOptions: Record<string, readonly string[]> = {
  svg: ["module", "no-text"],
  png: ["module", "no-text", "dpi"],
  pdf: ["paper", "copies"],
};

/** Parses how a code is drawn. The end of the name of `--out` says the kind of file. */
export function parseDrawing(values: DrawingValues, format: WritableFormat): Parsed<Drawing> {
  const { out } = values;
  const given = drawingOptions.filter((name) => values[name] !== undefined);
  if (out === undefined)
    return given.length === 0
      ? { ok: true, value: { kind: "shown" } }
      : refuse(`--${given[0]} only goes with --out.`);
  const end = /\.(svg|png|pdf)$/i.exec(out)?.[1]?.toLowerCase();
  if (end !== "svg" && end !== "png" && end !== "pdf")
    return refuse(`--out: "${out}" ends in none of .svg, .png and .pdf.`);
  const foreign = given.find((name) => !ownOptions[end]!.includes(name));
  if (foreign) return refuse(`--${foreign} does not go with .${end}.`);
  if (end === "pdf") return parseSheet(out, values);
  const moduleWidth = parseNumber("--module", values.module, [0.1, 10], moduleWidths[format]);
  if (!moduleWidth.ok) return moduleWidth;
  const size = { out, moduleWidth: moduleWidth.value, withText: !values["no-text"] };
  if (end === "svg") return { ok: true, value: { kind: end, ...size } };
  const dpi = parseNumber("--dpi", values.dpi, [72, 1200], 300);
  return dpi.ok ? { ok: true, value: { kind: end, ...size, dpi: dpi.value } } : dpi;
}

function parseSheet(out: string, { paper = "a4", copies }: DrawingValues): Parsed<Drawing> {
  const ofPaper = parseChoice("--paper", paper, labelPapers);
  if (!ofPaper.ok) return ofPaper;
  const count = parseNumber("--copies", copies, [1, 10_000], 1);
  if (!count.ok) return count;
  if (!Number.isInteger(count.value)) return refuse("--copies is a whole number.");
  return { ok: true, value: { kind: "pdf", out, paper: ofPaper.value, copies: count.value } };
}

function parseNumber(
  option: string,
  text: string | undefined,
  [min, max]: readonly [number, number],
  byDefault: number,
): Parsed<number> {
  const value = text === undefined ? byDefault : Number(text);
  return text !== "" && value >= min && value <= max
    ? { ok: true, value }
    : refuse(`${option} is a number from ${min} to ${max}, not "${text}".`);
}
