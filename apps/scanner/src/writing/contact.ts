import { mimeRecord } from "@scanhook/tags";
import { printVcard } from "../content/contact.ts";
import { linkProblem, toAddress } from "./link.ts";
import { type Made, made, type Problem } from "./made.ts";
import { isMailAddress } from "./mail.ts";
import { phoneProblem } from "./phone.ts";

export type ContactValues = {
  given: string;
  family: string;
  organization: string;
  title: string;
  phone: string;
  email: string;
  url: string;
  address: string;
  note: string;
};

export const emptyContact: ContactValues = {
  given: "",
  family: "",
  organization: "",
  title: "",
  phone: "",
  email: "",
  url: "",
  address: "",
  note: "",
};

/** A person or an organisation, as a vCard 3.0 (RFC 2426), which address books everywhere take. */
export function contactRecords(values: ContactValues): Made<keyof ContactValues> {
  const contact = trim(values);
  const { given, family, organization, title, phone, email, url, address, note } = contact;
  const name = [given, family].filter(Boolean).join(" ") || organization;
  const problems: Record<keyof ContactValues, Problem | undefined> = {
    given: name === "" ? "no-contact" : undefined,
    family: undefined,
    organization: undefined,
    title: undefined,
    phone: phone === "" ? undefined : phoneProblem(phone),
    email: email === "" || isMailAddress(email) ? undefined : "not-a-mail",
    url: url === "" ? undefined : linkProblem(url),
    address: undefined,
    note: undefined,
  };
  return made(problems, () => {
    const vcard = printVcard(
      {
        name,
        phones: phone === "" ? [] : [phone],
        emails: email === "" ? [] : [email],
        addresses: address === "" ? [] : [address.replace(/\s*[\r\n]+\s*/g, ", ")],
        urls: url === "" ? [] : [toAddress(url)],
        ...(organization === "" ? {} : { organization }),
        ...(title === "" ? {} : { title }),
        ...(note === "" ? {} : { note }),
      },
      family,
      given,
    );
    return [mimeRecord("text/vcard", new TextEncoder().encode(vcard))];
  });
}

function trim(values: ContactValues): ContactValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value.trim()]),
  ) as ContactValues;
}
