import type { ChangedField, ChangeRecord, ChangeSubject } from "../../../../src/store/changes.ts";
import { formatList } from "../../number-format.ts";
import { changesTexts as texts } from "../../texts/settings.ts";

export type ChangesFilter = { subject: ChangeSubject | ""; by: string };

/** Returns the address that exports the changes that pass a filter. */
export function toExport(filter: ChangesFilter, format: "csv" | "jsonl"): string {
  const params = toParams(filter);
  params.set("format", format);
  return `/api/changes/export?${params}`;
}

/** Returns the parameters of the API for a filter. */
export function toParams({ subject, by }: ChangesFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (subject) params.set("subject", subject);
  if (by.trim()) params.set("by", by.trim());
  return params;
}

/** A changed field as the page shows it. A secret has only its name. */
export type ShownField = { name: string; from?: string; to?: string };

/**
 * Returns the fields of a change. One that was added or removed as a whole shows one value of each
 * field.
 */
export function showFields({ action, fields }: ChangeRecord): ShownField[] {
  return fields.map((field) => {
    const name = showName(field.field);
    if (isSecret(field)) return { name };
    if (action === "added") return { name, to: showValue(field.to) };
    if (action === "removed") return { name, from: showValue(field.from) };
    return { name, from: showValue(field.from), to: showValue(field.to) };
  });
}

function isSecret({ from, to }: ChangedField): boolean {
  return from === undefined && to === undefined;
}

/**
 * Returns the words of a name such as `rules.keepDays`: “rules, keep days”. A name that the page
 * does not know, such as that of a setting of a destination, is split into its words.
 */
function showName(field: string): string {
  const known: Readonly<Record<string, string>> = texts.fields;
  const parts = field.split(".");
  return formatList(parts.map((part) => (Object.hasOwn(known, part) ? known[part]! : split(part))));
}

function split(name: string): string {
  return name.replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => {
    return `${before} ${after.toLowerCase()}`;
  });
}

function showValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.nothing;
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  if (Array.isArray(value))
    return value.length === 0 ? texts.nothing : formatList(value.map(showValue));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
