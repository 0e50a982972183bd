import type { KindName } from "../../../src/registers/register.ts";
import { readQuantity } from "./quantities.ts";
import type { Entry } from "./registers.ts";
import { toLocalTime } from "./rules-form.ts";

/** The values of an entry in the form. Times are local; "" means that there is no such value. */
export type EntryDraft = {
  label: string;
  role: NonNullable<Entry["role"]> | "article";
  group: string;
  attention: string;
  validFrom: string;
  validUntil: string;
  /** `isNew` marks a detail that the form added. */
  fields: { label: string; value: string; isNew?: true }[];
  unit: string;
  minimum: string;
  amount: string;
  /** The recalled lots, one in each line. */
  recalled: string;
};

/** The roles of entries that each kind of register needs. */
export const rolesOf: Readonly<Record<KindName, readonly EntryDraft["role"][]>> = {
  "check-in": ["article"],
  stock: ["article", "place", "number"],
  loans: ["article", "person"],
  inspection: ["article"],
  leads: ["article"],
};

/** A problem with the field of this name. */
export type FieldProblem = { field: string; message: string };

/** Returns the draft of an entry. */
export function toEntryDraft(entry: Entry): EntryDraft {
  return {
    label: entry.label,
    role: entry.role ?? "article",
    group: entry.group ?? "",
    attention: entry.attention ?? "",
    validFrom: toLocalTime(entry.validFrom),
    validUntil: toLocalTime(entry.validUntil),
    fields: Object.entries(entry.fields).map(([label, value]) => ({ label, value })),
    unit: entry.unit ?? "",
    minimum: entry.minimum === undefined ? "" : String(entry.minimum),
    amount: entry.amount === undefined ? "" : String(entry.amount),
    recalled: entry.recalled?.join("\n") ?? "",
  };
}

/**
 * Returns the draft of an entry that was `before` and is `now`: fields that the person has not
 * touched follow the entry, and the others stay.
 */
export function rebaseDraft(draft: EntryDraft, before: EntryDraft, now: EntryDraft): EntryDraft {
  const names = Object.keys(now) as (keyof EntryDraft)[];
  const touched = names.filter((name) => !isSame(draft[name], before[name]));
  return { ...now, ...Object.fromEntries(touched.map((name) => [name, draft[name]])) };
}

/**
 * Returns the body of the API request for a draft of an entry that is `before`: the values that
 * differ, of those that entries of the kind have and that the form shows for the role. Returns the
 * first problem with a quantity instead, if there is one.
 */
export function toEntryChange(
  draft: EntryDraft,
  before: EntryDraft,
  kind: KindName,
): { ok: true; change: object } | ({ ok: false } & FieldProblem) {
  const read = readDraft(draft, kind);
  if (!read.ok) return read;
  const known = readDraft({ ...before, role: draft.role }, kind);
  const old: Values = known.ok ? known.values : {};
  const changed = Object.entries(read.values).filter(([name, value]) => !isSame(value, old[name]));
  const role = draft.role === "article" ? null : draft.role;
  return {
    ok: true,
    change: { ...Object.fromEntries(changed), ...(draft.role !== before.role && { role }) },
  };
}

type Values = Record<string, unknown>;

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function readDraft(
  draft: EntryDraft,
  kind: KindName,
): { ok: true; values: Values } | ({ ok: false } & FieldProblem) {
  const common = {
    label: draft.label.trim(),
    group: draft.group.trim() || null,
    attention: draft.attention.trim() || null,
    fields: toFields(draft),
  };
  if (kind === "check-in") {
    const validFrom = draft.validFrom ? Date.parse(draft.validFrom) : null;
    const validUntil = draft.validUntil ? Date.parse(draft.validUntil) : null;
    return { ok: true, values: { ...common, validFrom, validUntil } };
  }
  if (kind !== "stock") return { ok: true, values: common };
  const shown = {
    article: "minimum",
    number: "amount",
    place: undefined,
    person: undefined,
  } as const;
  const field = shown[draft.role];
  const quantity = field && draft[field].trim() ? readQuantity(draft[field]) : null;
  if (typeof quantity === "string") return { ok: false, field: field!, message: quantity };
  const ofRole = field === undefined ? {} : { [field]: quantity };
  return { ok: true, values: { ...common, ...ofRole, ...toArticleValues(draft) } };
}

function toArticleValues({ role, unit, recalled }: EntryDraft) {
  if (role !== "article") return {};
  const lots = recalled.split("\n").map((lot) => lot.trim());
  const listed = [...new Set(lots.filter((lot) => lot !== ""))];
  return { unit: unit.trim() || null, recalled: listed.length > 0 ? listed : null };
}

function toFields({ fields }: EntryDraft): Record<string, string> {
  const named = fields.filter(({ label, value }) => label.trim() && value.trim());
  return Object.fromEntries(named.map(({ label, value }) => [label.trim(), value.trim()]));
}
