import { codeOf, toTicketText } from "../registers/keys.ts";
import { fitsLabel } from "../registers/labels/draw-label.ts";
import type {
  Label,
  LabelDesign,
  LabelFormat,
  LabelPaper,
  LabelPart,
  LabelReport,
} from "../registers/labels/label.ts";
import { toLabelSvg } from "../registers/labels/label-svg.ts";
import { createReport, drawLabels, printLabels } from "../registers/labels/print-labels.ts";
import { loadFont } from "../registers/pdf/load-font.ts";
import { pointsPerMm } from "../registers/pdf/paper.ts";
import { formatQuantity } from "../registers/quantity.ts";
import type { CommonRules } from "../registers/rules.ts";
import { splitFields } from "../registers/shown-fields.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./read-entries.ts";

export type LabelOptions = {
  paper: LabelPaper;
  format: LabelFormat;
  without: readonly LabelPart[];
  /** Only these fields; all that phones show too by default. */
  fields?: readonly string[] | undefined;
  /** Only entries whose label or keys contain this text. */
  text?: string | undefined;
  /** Only entries of this group. */
  group?: string | undefined;
  /** Only entries of this role. */
  role?: LabelRole | undefined;
};

/** The roles of entries on labels. In the store, a thing or a guest has none. */
export type LabelRole = "place" | "number" | "person" | "article";

type LabelledRegister = Pick<RegisterRecord, "id" | "name" | "title" | "rules">;

/**
 * Returns a generator of a PDF that has a label for each entry that is not blocked and has a code
 * that fits. The generator returns how many labels it printed. Resolves to undefined if there is no
 * such entry.
 */
export async function openLabels(
  store: Pick<Store, "entries">,
  register: LabelledRegister,
  options: LabelOptions,
): Promise<AsyncGenerator<Buffer, LabelReport> | undefined> {
  const design = toDesign(register, options);
  for await (const { code } of readLabels(store, register, options))
    if (fitsLabel(code, design))
      return printLabels(readLabels(store, register, options), design, await loadFont());
  return undefined;
}

/** A label as an SVG of its printed size, and its width in millimeters. */
export type LabelPicture = { svg: string; width: number };

/**
 * Returns a generator of pictures of the labels of `openLabels`. The generator returns how many
 * labels there were. Resolves to undefined if there is none.
 */
export async function openLabelPictures(
  store: Pick<Store, "entries">,
  register: LabelledRegister,
  options: LabelOptions,
): Promise<AsyncGenerator<LabelPicture, LabelReport> | undefined> {
  const pictures = drawPictures(store, register, options);
  const first = await pictures.next();
  if (first.done) return undefined;
  return (async function* () {
    yield first.value;
    return yield* pictures;
  })();
}

async function* drawPictures(
  store: Pick<Store, "entries">,
  register: LabelledRegister,
  options: LabelOptions,
): AsyncGenerator<LabelPicture, LabelReport> {
  const [font, report, design] = [await loadFont(), createReport(), toDesign(register, options)];
  const labels = readLabels(store, register, options);
  for await (const { drawn } of drawLabels(labels, { design, font, report }))
    yield { svg: toLabelSvg(drawn, font), width: drawn.width / pointsPerMm };
  return report;
}

function toDesign(
  { name, title = name }: LabelledRegister,
  { paper, format, without }: LabelOptions,
): LabelDesign {
  const heading = without.includes("title") ? undefined : title;
  return { paper, format, heading, withCode: !without.includes("code") };
}

/**
 * Lays out the labels of `openLabels` without keeping them. Resolves to what the generator returns,
 * or to undefined if there is nothing to print.
 */
export async function countLabels(
  ...wanted: Parameters<typeof openLabels>
): Promise<LabelReport | undefined> {
  const labels = await openLabels(...wanted);
  for (;;) {
    const next = await labels?.next();
    if (!next || next.done) return next?.value;
  }
}

async function* readLabels(
  store: Pick<Store, "entries">,
  { id, rules }: LabelledRegister,
  { text, group, role, ...parts }: LabelOptions,
): AsyncGenerator<Label> {
  for await (const page of readEntries(store, id, { text }))
    for (const entry of page) {
      const code = codeOf(entry.keys);
      const isOfGroup = group === undefined || entry.group === group;
      const isOfRole = role === undefined || (entry.role ?? "article") === role;
      const isWanted = !entry.blocked && isOfGroup && isOfRole;
      if (isWanted && code !== undefined)
        yield { code: toTicketText(code, rules.keys), ...describe(entry, rules, parts) };
    }
}

/** Returns the texts of a label. A number card shows its number, and its name if it differs. */
function describe(
  { label, role, amount, group, fields }: EntryRecord,
  rules: CommonRules,
  { without, fields: wanted }: Pick<LabelOptions, "without" | "fields">,
): Omit<Label, "code"> {
  const name = role === "number" && amount !== undefined ? formatQuantity(amount) : label;
  const { shown } = splitFields(fields, wanted ? { ...rules, shows: [...wanted] } : rules);
  const lines = shown.map(([field, value]) => `${field}: ${value.replaceAll("\n", " ")}`);
  const details = [
    ...(name === label ? [] : [label]),
    ...(group === undefined || without.includes("group") ? [] : [`Group: ${group}`]),
    ...(without.includes("fields") ? [] : lines),
  ];
  return { name, role, details };
}
