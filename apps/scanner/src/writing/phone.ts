import { toTelHref } from "@scanhook/content";
import { uriRecord } from "@scanhook/tags";
import { type FieldProblem, type FormResult, toFormResult } from "./form-result.ts";

export type PhoneValues = { number: string };

export const emptyPhone: PhoneValues = { number: "" };

/** Returns a `tel:` link (RFC 3966) without the separators between the digits. */
export function toPhoneRecords({ number }: PhoneValues): FormResult<keyof PhoneValues> {
  return toFormResult({ number: findPhoneProblem(number) }, () => [
    uriRecord(toTelHref(toDialed(number))),
  ]);
}

/** Returns why the number cannot be written; undefined if it can. */
export function findPhoneProblem(number: string): FieldProblem | undefined {
  const dialed = toDialed(number);
  if (dialed === "") return "no-number";
  // Codes for the network itself, such as `*100#`, have no plus sign.
  return /^(?:\+[\d\s().\-/]+|[\d\s().\-/*#]+)$/.test(dialed) && /\d/.test(dialed)
    ? undefined
    : "not-a-number";
}

/**
 * Removes `tel:`, and the `(0)` of `+44 (0)20 …`, which is dialed only without the country code.
 */
function toDialed(number: string): string {
  const trimmed = number.trim().replace(/^tel:/i, "");
  return trimmed.startsWith("+") ? trimmed.replace(/\(0\)/, "") : trimmed;
}
