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

/** The problem that a check found for each field; undefined if the field is valid. */
export type FieldChecks<Field extends string> = Record<Field, FieldProblem | undefined>;

type InvalidForm<Field extends string> = {
  ok: false;
  problems: Partial<Record<Field, FieldProblem>>;
};

/** The records of a valid form, or the problems of an invalid one by field. */
export type FormResult<Field extends string = string> =
  | { ok: true; records: NdefRecord[] }
  | InvalidForm<Field>;

/** The content of a code for a valid form, or the problems of an invalid one by field. */
export type ContentResult<Field extends string = string> =
  | { ok: true; content: string }
  | InvalidForm<Field>;

/**
 * Returns the problems of the fields if there are any. Otherwise calls `buildRecords` and returns
 * the records.
 */
export function toFormResult<Field extends string>(
  checks: FieldChecks<Field>,
  buildRecords: () => NdefRecord[],
): FormResult<Field> {
  return findInvalid(checks) ?? { ok: true, records: buildRecords() };
}

/** Returns what `toFormResult` does, for the content of a code. */
export function toContentResult<Field extends string>(
  checks: FieldChecks<Field>,
  buildContent: () => string,
): ContentResult<Field> {
  return findInvalid(checks) ?? { ok: true, content: buildContent() };
}

function findInvalid<Field extends string>(
  checks: FieldChecks<Field>,
): InvalidForm<Field> | undefined {
  const found = Object.entries(checks).filter(([, problem]) => problem !== undefined);
  if (found.length === 0) return undefined;
  return {
    ok: false,
    problems: Object.fromEntries(found) as Partial<Record<Field, FieldProblem>>,
  };
}
