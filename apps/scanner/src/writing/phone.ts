import { uriRecord } from "@scanhook/tags";
import { telHref } from "../content/open.ts";
import { type Made, made, type Problem } from "./made.ts";

export type PhoneValues = { number: string };

export const emptyPhone: PhoneValues = { number: "" };

/** A number to call, as `tel:` (RFC 3966), without what people put between the digits. */
export function phoneRecords({ number }: PhoneValues): Made<keyof PhoneValues> {
  return made({ number: phoneProblem(number) }, () => [uriRecord(telHref(toDialled(number)))]);
}

export function phoneProblem(number: string): Problem | undefined {
  const dialled = toDialled(number);
  if (dialled === "") return "no-number";
  // What the network itself takes (`*100#`) begins with no plus.
  return /^(?:\+[\d\s().\-/]+|[\d\s().\-/*#]+)$/.test(dialled) && /\d/.test(dialled)
    ? undefined
    : "not-a-number";
}

/** `+44 (0)20 …`: the zero is dialled only without the country's code. */
function toDialled(number: string): string {
  const trimmed = number.trim().replace(/^tel:/i, "");
  return trimmed.startsWith("+") ? trimmed.replace(/\(0\)/, "") : trimmed;
}
