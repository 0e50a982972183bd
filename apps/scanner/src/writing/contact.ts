import { serializeVcard } from "@scanhook/content";
import { mimeRecord } from "@scanhook/tags";
import {
  type ContentResult,
  type FieldChecks,
  type FormResult,
  toContentResult,
  toFormResult,
} from "./form-result.ts";
import { findLinkProblem, normalizeUrl } from "./link.ts";
import { isEmailAddress } from "./mail.ts";
import { findPhoneProblem } from "./phone.ts";

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

/**
 * Returns a person or an organization as a vCard 3.0 (RFC 2426), the version that all address books
 * import.
 */
export function toContactRecords(values: ContactValues): FormResult<keyof ContactValues> {
  const contact = trimValues(values);
  return toFormResult(checkContact(contact), () => [
    mimeRecord("text/vcard", new TextEncoder().encode(toVcard(contact))),
  ]);
}

/** Returns the vCard of `toContactRecords` as the content of a code. */
export function toContactContent(values: ContactValues): ContentResult<keyof ContactValues> {
  const contact = trimValues(values);
  return toContentResult(checkContact(contact), () => toVcard(contact).toWellFormed());
}

function checkContact(contact: ContactValues): FieldChecks<keyof ContactValues> {
  const { phone, email, url } = contact;
  return {
    given: findName(contact) === "" ? "no-contact" : undefined,
    family: undefined,
    organization: undefined,
    title: undefined,
    phone: phone === "" ? undefined : findPhoneProblem(phone),
    email: email === "" || isEmailAddress(email) ? undefined : "not-an-email",
    url: url === "" ? undefined : findLinkProblem(url),
    address: undefined,
    note: undefined,
  };
}

function findName({ given, family, organization }: ContactValues): string {
  return [given, family].filter(Boolean).join(" ") || organization;
}

function toVcard(contact: ContactValues): string {
  const { given, family, organization, title, phone, email, url, address, note } = contact;
  return serializeVcard(
    {
      name: findName(contact),
      phones: phone === "" ? [] : [phone],
      emails: email === "" ? [] : [email],
      addresses: address === "" ? [] : [address.replace(/\s*[\r\n]+\s*/g, ", ")],
      urls: url === "" ? [] : [normalizeUrl(url)],
      organization: organization || undefined,
      title: title || undefined,
      note: note || undefined,
    },
    family,
    given,
  );
}

function trimValues(values: ContactValues): ContactValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value.trim()]),
  ) as ContactValues;
}
