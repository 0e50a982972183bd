import type { NdefRecord } from "@scanhook/tags";

/** Why the value of a field is invalid. `texts/en/nfc-writing.ts` has a message for each. */
export type FieldProblem =
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
  | "no-email"
  | "not-an-email"
  | "no-place"
  | "not-a-place"
  | "no-app"
  | "not-an-app";

/** The records of a valid form, or the problems of an invalid one by field. */
export type FormResult<Field extends string = string> =
  | { ok: true; records: NdefRecord[] }
  | { ok: false; problems: Partial<Record<Field, FieldProblem>> };

/**
 * Returns the problems of the fields if there are any. Otherwise calls `buildRecords` and returns
 * the records.
 */
export function toFormResult<Field extends string>(
  problems: Record<Field, FieldProblem | undefined>,
  buildRecords: () => NdefRecord[],
): FormResult<Field> {
  const foundProblems = Object.entries(problems).filter(([, problem]) => problem !== undefined);
  if (foundProblems.length === 0) return { ok: true, records: buildRecords() };
  return {
    ok: false,
    problems: Object.fromEntries(foundProblems) as Partial<Record<Field, FieldProblem>>,
  };
}
