import {
  chips,
  encodeNdef,
  encodeOpenPrintTag,
  fitsOnChip,
  mimeRecord,
  type NdefRecord,
  type OpenPrintTag,
  type OpenPrintTagField,
  openPrintTagFields,
  openPrintTagMediaType,
  parseOpenPrintTag,
  readRecord,
  updateOpenPrintTag,
} from "@scanhook/tags";

/**
 * The values of the form by field, such as `main.material_name`; empty if the tag does not have the
 * field.
 */
export type OpenPrintTagValues = Record<string, string>;

/**
 * An existing OpenPrintTag that is being edited: its message, and the values of the form before any
 * change.
 */
export type OpenPrintTagBase = {
  records: readonly NdefRecord[];
  /** The one of `records` that holds the OpenPrintTag. */
  record: NdefRecord;
  values: OpenPrintTagValues;
};

/** `reason` is a sentence of the encoder that begins with the name of the field. */
export type OpenPrintTagProblem = { kind: "reason"; reason: string } | { kind: "below-minimum" };

export type OpenPrintTagResult =
  | { ok: true; records: NdefRecord[] }
  /** `combined` is the reason why fields that are valid one by one cannot be encoded together. */
  | { ok: false; problems: Record<string, OpenPrintTagProblem>; combined?: string };

export const emptyOpenPrintTag: OpenPrintTagValues = { "main.material_class": "FFF" };

/**
 * Returns the message of an OpenPrintTag. A new one has a section for the data that printers write.
 * With `reserveSpace`, it fills an ICODE SLIX2 if it fits, which leaves space for later changes.
 * With a `base`, only the changed fields are encoded: unknown fields, the layout and other records
 * stay as they are.
 */
export function toOpenPrintTagRecords(
  values: OpenPrintTagValues,
  {
    base,
    reserveSpace = false,
  }: { base?: OpenPrintTagBase | undefined; reserveSpace?: boolean } = {},
): OpenPrintTagResult {
  const changed = Object.entries(values).filter(
    ([name, value]) => value.trim() !== (base?.values[name] ?? ""),
  );
  const problems = { ...findRangeProblems(values), ...findFieldProblems(changed) };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const fields = { main: pickRegion("main", changed), aux: pickRegion("aux", changed) };
  const encoded = base
    ? updateOpenPrintTag(base.record.payload, fields)
    : encodeNewTag(fields, reserveSpace);
  if (!encoded.ok) return { ok: false, problems: {}, combined: encoded.reason };
  const record = mimeRecord(openPrintTagMediaType, encoded.payload);
  if (!base) return { ok: true, records: [record] };
  const records = base.records.map((existing) =>
    existing === base.record ? { ...record, id: existing.id } : existing,
  );
  return { ok: true, records };
}

type Fields = Parameters<typeof encodeOpenPrintTag>[0];

function encodeNewTag(fields: Fields, reserveSpace: boolean) {
  const paddedResult = reserveSpace
    ? encodeOpenPrintTag(fields, { size: maxPayloadSize })
    : undefined;
  return paddedResult?.ok ? paddedResult : encodeOpenPrintTag(fields);
}

/** The chip that the specification is designed for. */
export const openPrintTagChip = chips.find(({ name }) => name === "ICODE SLIX2")!;

/** The size of the largest payload whose message fits on `openPrintTagChip`. */
const maxPayloadSize = (() => {
  let size = openPrintTagChip.capacity;
  const message = () => encodeNdef([mimeRecord(openPrintTagMediaType, new Uint8Array(size))]);
  while (!fitsOnChip(openPrintTagChip, message())) size -= 1;
  return size;
})();

/**
 * Returns the OpenPrintTag of a message for editing. Without a `reason`, the message has none;
 * otherwise it is damaged.
 */
export function readOpenPrintTagBase(
  records: readonly NdefRecord[],
): { ok: true; base: OpenPrintTagBase } | { ok: false; reason?: string } {
  const record = records.find(isOpenPrintTag);
  if (!record) return { ok: false };
  const parsed = parseOpenPrintTag(record.payload);
  if (!parsed.ok) return parsed;
  return { ok: true, base: { records, record, values: toValues(parsed.tag) } };
}

function isOpenPrintTag(record: NdefRecord): boolean {
  return readRecord(record).kind === "openPrintTag";
}

function toValues(tag: OpenPrintTag): OpenPrintTagValues {
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

function pickRegion(region: "main" | "aux", entries: [string, string][]): Record<string, string> {
  const prefix = `${region}.`;
  return Object.fromEntries(
    entries
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  );
}

/** Encodes each field on its own, because the encoder reports only the first problem. */
function findFieldProblems(entries: [string, string][]): Record<string, OpenPrintTagProblem> {
  const problems: Record<string, OpenPrintTagProblem> = {};
  for (const [name, value] of entries) {
    const main = { material_class: "FFF", ...pickRegion("main", [[name, value]]) };
    const encoded = encodeOpenPrintTag({ main, aux: pickRegion("aux", [[name, value]]) });
    if (!encoded.ok) problems[name] = { kind: "reason", reason: encoded.reason };
  }
  return problems;
}

/** Returns the maxima, such as `main.max_bed_temperature`, that are lower than their minimum. */
function findRangeProblems(values: OpenPrintTagValues): Record<string, OpenPrintTagProblem> {
  const problems: Record<string, OpenPrintTagProblem> = {};
  for (const [name, value] of Object.entries(values)) {
    if (!name.includes(".max_") || value.trim() === "") continue;
    const minimum = values[name.replace(".max_", ".min_")]?.trim();
    if (minimum && Number(value) < Number(minimum)) problems[name] = { kind: "below-minimum" };
  }
  return problems;
}
