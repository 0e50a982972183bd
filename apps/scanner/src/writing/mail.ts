import { toMailtoHref } from "@scanhook/content";
import { uriRecord } from "@scanhook/tags";
import { type FieldProblem, type FormResult, toFormResult } from "./form-result.ts";

export type MailValues = { to: string; subject: string; body: string };

export const emptyMail: MailValues = { to: "", subject: "", body: "" };

/**
 * Returns a `mailto:` link (RFC 6068). `to` may hold several addresses, separated by commas or
 * semicolons.
 */
export function toMailRecords({ to, subject, body }: MailValues): FormResult<keyof MailValues> {
  return toFormResult({ to: findRecipientProblem(to), subject: undefined, body: undefined }, () => [
    uriRecord(
      toMailtoHref({
        to: splitRecipients(to),
        subject: subject.replace(/\s*[\r\n]+\s*/g, " ").trim(),
        // A line break is encoded as %0D%0A (RFC 6068, 5).
        body: body.replace(/\r\n?|\n/g, "\r\n"),
      }),
    ),
  ]);
}

function findRecipientProblem(to: string): FieldProblem | undefined {
  const addresses = splitRecipients(to);
  if (addresses.length === 0) return "no-email";
  return addresses.every(isEmailAddress) ? undefined : "not-an-email";
}

/** Returns whether a text is a local part, one @ and a host, which mail programs accept. */
export function isEmailAddress(address: string): boolean {
  return /^[^\s@,;<>"]+@[^\s@,;<>".]+(?:\.[^\s@,;<>".]+)*$/.test(address);
}

function splitRecipients(to: string): string[] {
  return to
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter(Boolean);
}
