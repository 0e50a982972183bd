import { codeOf, toTicketText } from "../registers/keys.ts";
import {
  fitsLabel,
  type Label,
  type LabelReport,
  type Paper,
  writeLabelSheets,
} from "../registers/labels/sheets.ts";
import { loadFont } from "../registers/pdf/load-font.ts";
import { formatQuantity } from "../registers/quantity.ts";
import type { CommonRules } from "../registers/rules.ts";
import { splitFields } from "../registers/shown-fields.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./read-entries.ts";

export type LabelOptions = {
  paper: Paper;
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
 * Returns a generator of a PDF that has a label with a QR code for each entry that is not blocked
 * and has a code that fits. The generator returns how many labels it printed. Resolves to undefined
 * if there is no such entry.
 */
export async function openLabels(
  store: Pick<Store, "entries">,
  register: LabelledRegister,
  { paper, ...filter }: LabelOptions,
): Promise<AsyncGenerator<Buffer, LabelReport> | undefined> {
  const { name, title = name } = register;
  for await (const { code } of readLabels(store, register, filter))
    if (fitsLabel(code))
      return writeLabelSheets(readLabels(store, register, filter), {
        font: await loadFont(),
        paper,
        heading: title,
      });
  return undefined;
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
  { text, group, role }: Omit<LabelOptions, "paper">,
): AsyncGenerator<Label> {
  for await (const page of readEntries(store, id, text))
    for (const entry of page) {
      const code = codeOf(entry.keys);
      const isOfGroup = group === undefined || entry.group === group;
      const isOfRole = role === undefined || (entry.role ?? "article") === role;
      const isWanted = !entry.blocked && isOfGroup && isOfRole;
      if (isWanted && code !== undefined)
        yield { code: toTicketText(code, rules.keys), ...describe(entry, rules) };
    }
}

/** Returns the texts of a label. A number card shows its number, and its name if it differs. */
function describe(
  { label, role, amount, group, fields }: EntryRecord,
  rules: CommonRules,
): Omit<Label, "code"> {
  const name = role === "number" && amount !== undefined ? formatQuantity(amount) : label;
  const lines = splitFields(fields, rules).shown.map(([field, value]) => `${field}: ${value}`);
  const details = [
    ...(name === label ? [] : [label]),
    ...(group === undefined ? [] : [`Group: ${group}`]),
    ...lines,
  ];
  return { name, role, details };
}
