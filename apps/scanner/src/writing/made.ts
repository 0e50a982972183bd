import type { NdefRecord } from "@scanhook/tags";

/** What is wrong with a field; the words for it are in the texts. */
export type Problem =
  | "no-address"
  | "not-an-address"
  | "script-address"
  | "no-text"
  | "not-a-language"
  | "no-network"
  | "long-network"
  | "no-password"
  | "wpa-password"
  | "wep-password"
  | "no-contact"
  | "no-number"
  | "not-a-number"
  | "no-mail"
  | "not-a-mail"
  | "no-place"
  | "not-a-place"
  | "no-app"
  | "not-an-app";

/** What a form's values make: the records of a tag, or what is wrong, by field. */
export type Made<Field extends string = string> =
  | { ok: true; records: NdefRecord[] }
  | { ok: false; problems: Partial<Record<Field, Problem>> };

/** The records, unless a field has a problem; `records` runs only then. */
export function made<Field extends string>(
  problems: Record<Field, Problem | undefined>,
  records: () => NdefRecord[],
): Made<Field> {
  const found = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  if (found.length === 0) return { ok: true, records: records() };
  return { ok: false, problems: Object.fromEntries(found) as Partial<Record<Field, Problem>> };
}
