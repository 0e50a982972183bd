import {
  chips,
  fits,
  mimeRecord,
  type NdefRecord,
  type OpenPrintTag,
  type OpenPrintTagField,
  openPrintTagFields,
  openPrintTagMediaType,
  parseOpenPrintTag,
  printNdef,
  printOpenPrintTag,
  readRecord,
  updateOpenPrintTag,
} from "@scanhook/tags";

/** What stands in the form, by `main.material_name` and so on; empty for what the tag does not say. */
export type OpenPrintTagValues = Record<string, string>;

/** A tag that is changed: its message, and what its form said before anything was changed. */
export type OpenPrintTagBase = {
  records: readonly NdefRecord[];
  payload: Uint8Array;
  values: OpenPrintTagValues;
};

/** `reason`: a sentence of the specification's reader that begins with the field's name. */
export type OpenPrintTagProblem = { kind: "reason"; reason: string } | { kind: "below-least" };

export type OpenPrintTagMade =
  | { ok: true; records: NdefRecord[] }
  /** `whole`: each field is fine, but all together are not. */
  | { ok: false; problems: Record<string, OpenPrintTagProblem>; whole?: string };

export const emptyOpenPrintTag: OpenPrintTagValues = { "main.material_class": "FFF" };

/**
 * The message of an OpenPrintTag. A new one gets a section for what printers note and, when it is `roomy` and fits, fills
 * the tag printers read, so that it can be changed later. With a `base`, only what was changed is written anew: fields
 * this version does not know, the layout and other records stay.
 */
export function openPrintTagRecords(
  values: OpenPrintTagValues,
  { base, roomy = false }: { base?: OpenPrintTagBase | undefined; roomy?: boolean } = {},
): OpenPrintTagMade {
  const changed = Object.entries(values).filter(
    ([name, value]) => value.trim() !== (base?.values[name] ?? ""),
  );
  const problems = { ...rangeProblems(values), ...fieldProblems(changed) };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const fields = { main: sectionOf("main", changed), aux: sectionOf("aux", changed) };
  const made = base ? updateOpenPrintTag(base.payload, fields) : printNew(fields, roomy);
  if (!made.ok) return { ok: false, problems: {}, whole: made.reason };
  const record = mimeRecord(openPrintTagMediaType, made.payload);
  if (!base) return { ok: true, records: [record] };
  const at = base.records.findIndex(isOpenPrintTag);
  return { ok: true, records: base.records.with(at, { ...record, id: base.records[at]!.id }) };
}

type Fields = Parameters<typeof printOpenPrintTag>[0];

function printNew(fields: Fields, roomy: boolean) {
  const filling = roomy ? printOpenPrintTag(fields, { size: largestPayload }) : undefined;
  return filling?.ok ? filling : printOpenPrintTag(fields);
}

/** The chip that the specification was designed for. */
export const openPrintTagChip = chips.find(({ name }) => name === "ICODE SLIX2")!;

const largestPayload = (() => {
  let size = openPrintTagChip.capacity;
  const message = () => printNdef([mimeRecord(openPrintTagMediaType, new Uint8Array(size))]);
  while (!fits(openPrintTagChip, message())) size -= 1;
  return size;
})();

/** The OpenPrintTag of a message, to be changed; or why there is none. */
export function takeOver(
  records: readonly NdefRecord[],
): { ok: true; base: OpenPrintTagBase } | { ok: false; reason?: string } {
  const record = records.find(isOpenPrintTag);
  if (!record) return { ok: false };
  const parsed = parseOpenPrintTag(record.payload);
  if (!parsed.ok) return parsed;
  const { payload } = record;
  return { ok: true, base: { records, payload, values: valuesOf(parsed.tag) } };
}

function isOpenPrintTag(record: NdefRecord): boolean {
  return readRecord(record).kind === "openPrintTag";
}

function valuesOf(tag: OpenPrintTag): OpenPrintTagValues {
  const values: OpenPrintTagValues = {};
  for (const region of ["main", "aux"] as const) {
    for (const field of openPrintTagFields[region]) {
      const value = tag[region]?.[field.name];
      if (value === undefined || value === null) continue;
      values[`${region}.${field.name}`] = toText(field, value);
    }
  }
  return values;
}

function toText({ type }: OpenPrintTagField, value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (type !== "timestamp") return String(value);
  const date = new Date(Number(value) * 1000);
  return Number.isNaN(date.getTime()) ? String(value) : date.toISOString().slice(0, 10);
}

function sectionOf(region: "main" | "aux", entries: [string, string][]): Record<string, string> {
  const prefix = `${region}.`;
  return Object.fromEntries(
    entries
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

/** Each field is tried alone, so that each can say what is wrong with it. */
function fieldProblems(entries: [string, string][]): Record<string, OpenPrintTagProblem> {
  const problems: Record<string, OpenPrintTagProblem> = {};
  for (const [name, value] of entries) {
    const main = { material_class: "FFF", ...sectionOf("main", [[name, value]]) };
    const tried = printOpenPrintTag({ main, aux: sectionOf("aux", [[name, value]]) });
    if (!tried.ok) problems[name] = { kind: "reason", reason: tried.reason };
  }
  return problems;
}

/** A highest temperature below the lowest. */
function rangeProblems(values: OpenPrintTagValues): Record<string, OpenPrintTagProblem> {
  const problems: Record<string, OpenPrintTagProblem> = {};
  for (const [name, value] of Object.entries(values)) {
    const least = values[name.replace(".max_", ".min_")]?.trim();
    if (!name.includes(".max_") || !least || value.trim() === "") continue;
    if (Number(value) < Number(least)) problems[name] = { kind: "below-least" };
  }
  return problems;
}
