import { uriRecord } from "@scanhook/tags";
import { mailHref } from "../content/open.ts";
import { type Made, made, type Problem } from "./made.ts";

export type MailValues = { to: string; subject: string; body: string };

export const emptyMail: MailValues = { to: "", subject: "", body: "" };

/** A mail to write, as `mailto:` (RFC 6068). Several addresses stand with commas between them. */
export function mailRecords({ to, subject, body }: MailValues): Made<keyof MailValues> {
  return made({ to: addressesProblem(to), subject: undefined, body: undefined }, () => [
    uriRecord(
      mailHref({
        to: toAddresses(to),
        subject: subject.replace(/\s*[\r\n]+\s*/g, " ").trim(),
        // RFC 6068 5: a line break is %0D%0A.
        body: body.replace(/\r\n?|\n/g, "\r\n"),
      }),
    ),
  ]);
}

function addressesProblem(to: string): Problem | undefined {
  const addresses = toAddresses(to);
  if (addresses.length === 0) return "no-mail";
  return addresses.every(isMailAddress) ? undefined : "not-a-mail";
}

/** What a mail program would take: one @, something before it, a host after it. */
export function isMailAddress(address: string): boolean {
  return /^[^\s@,;<>"]+@[^\s@,;<>".]+(?:\.[^\s@,;<>".]+)*$/.test(address);
}

function toAddresses(to: string): string[] {
  return to
    .split(/[,;]/)
    .map((address) => address.trim())
    .filter(Boolean);
}
