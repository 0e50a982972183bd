import { serializeVcard } from "@scanhook/content";
import { mimeRecord } from "@scanhook/tags";
import { type FieldProblem, type FormResult, toFormResult } from "./form-result.ts";
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
  const { given, family, organization, title, phone, email, url, address, note } = contact;
  const name = [given, family].filter(Boolean).join(" ") || organization;
  const problems: Record<keyof ContactValues, FieldProblem | undefined> = {
    given: name === "" ? "no-contact" : undefined,
    family: undefined,
    organization: undefined,
    title: undefined,
    phone: phone === "" ? undefined : findPhoneProblem(phone),
    email: email === "" || isEmailAddress(email) ? undefined : "not-an-email",
    url: url === "" ? undefined : findLinkProblem(url),
    address: undefined,
    note: undefined,
  };
  return toFormResult(problems, () => {
    const vcard = serializeVcard(
      {
        name,
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
    return [mimeRecord("text/vcard", new TextEncoder().encode(vcard))];
  });
}

function trimValues(values: ContactValues): ContactValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, value.trim()]),
  ) as ContactValues;
}
