import {
  type ContentLine,
  listComponents,
  parseContentLines,
  splitAt,
  splitList,
  splitValue,
  unescapeText,
} from "./content-lines.ts";
import { parseFields, splitField, unescapeField } from "./docomo-fields.ts";

/** A person or an organization. */
export type Contact = {
  kind: "contact";
  name: string;
  givenName?: string | undefined;
  familyName?: string | undefined;
  organization?: string | undefined;
  title?: string | undefined;
  phones: string[];
  emails: string[];
  addresses: string[];
  urls: string[];
  birthday?: string | undefined;
  note?: string | undefined;
  /** The names of further contacts in the same text. Only `vcard` holds their other values. */
  others?: string[];
  /** The text as a vCard file. */
  vcard: string;
};

/**
 * Parses a vCard (2.1, RFC 2426, RFC 6350), a `MECARD:` (NTT docomo) or a `BIZCARD:` (as ZXing
 * reads it). If the text holds several vCards, the first is the contact. Returns undefined for any
 * other text, and for a contact that has neither a name nor a number nor a mail address.
 */
export function parseContact(text: string): Contact | undefined {
  if (/^\s*BEGIN:VCARD\b/i.test(text)) return parseVcards(text.trim());
  return parseMecard(text) ?? parseBizcard(text);
}

function parseVcards(text: string): Contact | undefined {
  const cards = listComponents(parseContentLines(text), "VCARD");
  const vcard = `${text.replace(/\r\n?|\n/g, "\r\n")}\r\n`;
  const contacts = cards.flatMap((lines) => parseVcard(lines, vcard) ?? []);
  const [first, ...others] = contacts;
  if (!first || others.length === 0) return first;
  return { ...first, others: others.map(({ name }) => name) };
}

function parseVcard(lines: readonly ContentLine[], vcard: string): Contact | undefined {
  const linesOf = (name: string) => lines.filter((line) => line.name === name);
  const valuesOf = (name: string) => linesOf(name).map(({ value }) => value);
  const firstTextOf = (name: string) => unescapeText(valuesOf(name)[0] ?? "");
  const organization = splitValue(valuesOf("ORG")[0] ?? "")
    .filter(Boolean)
    .join(", ");
  const [familyName, givenName] = listNames(valuesOf("N")[0] ?? "");
  return createContact({
    givenName,
    familyName,
    name:
      firstTextOf("FN") ||
      formatName(valuesOf("N")[0] ?? "") ||
      organization ||
      firstTextOf("NICKNAME"),
    organization,
    title: firstTextOf("TITLE") || firstTextOf("ROLE"),
    phones: valuesOf("TEL").map((value) => unescapeText(value).replace(/^tel:/i, "")),
    emails: valuesOf("EMAIL").map((value) => unescapeText(value).replace(/^mailto:/i, "")),
    addresses: linesOf("ADR").map(formatAddress),
    urls: valuesOf("URL").map(unescapeText),
    birthday: firstTextOf("BDAY"),
    note: firstTextOf("NOTE"),
    vcard,
  });
}

/** Formats the components of `N`, each of which may be a list (RFC 6350 6.2.2). */
function formatName(value: string): string {
  const [familyName, givenName, middle, prefix, suffix] = listNames(value);
  return [prefix, givenName, middle, familyName, suffix].filter(Boolean).join(" ");
}

/** Lists the components of `N`: family name, given name, middle names, prefixes, suffixes. */
function listNames(value: string): string[] {
  return splitAt(value, ";").map((part) => splitList(part).filter(Boolean).join(" "));
}

/** Formats the components of `ADR`, or its label if they are empty (RFC 6350 6.3.1). */
function formatAddress({ value, parameters }: ContentLine): string {
  const components = splitValue(value).filter(Boolean).join(", ");
  return components || (parameters.get("LABEL") ?? "").replaceAll("\\n", "\n");
}

/**
 * Parses a `MECARD:`. Names are `family,given`; an address is in the order of the components of a
 * vCard.
 */
function parseMecard(text: string): Contact | undefined {
  const fields = parseFields(text, "MECARD:");
  if (!fields) return undefined;
  const valuesOf = (name: string) => fields.get(name) ?? [];
  const textsOf = (name: string) => valuesOf(name).map(unescapeField);
  const firstTextOf = (name: string) => textsOf(name)[0]?.trim() ?? "";
  const [familyName = "", ...givenNames] = splitField(valuesOf("N")[0] ?? "");
  const givenName = givenNames.filter(Boolean).join(" ");
  const addresses = valuesOf("ADR")
    .map(splitField)
    .filter((parts) => parts.some(Boolean));
  const contact = createContact({
    givenName,
    familyName,
    name:
      [givenName, familyName].filter(Boolean).join(" ") ||
      firstTextOf("ORG") ||
      firstTextOf("NICKNAME"),
    organization: firstTextOf("ORG"),
    title: firstTextOf("TITLE"),
    phones: [...textsOf("TEL"), ...textsOf("TEL-AV")],
    emails: textsOf("EMAIL"),
    addresses: addresses.map((components) => components.filter(Boolean).join(", ")),
    urls: textsOf("URL"),
    birthday: firstTextOf("BDAY").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
    note: firstTextOf("NOTE"),
    vcard: "",
  });
  return (
    contact && { ...contact, vcard: serializeVcard(contact, familyName, givenName, addresses) }
  );
}

/** Parses a `BIZCARD:`. Its only specification is the source of ZXing's reader. */
function parseBizcard(text: string): Contact | undefined {
  const fields = parseFields(text, "BIZCARD:");
  if (!fields) return undefined;
  const textsOf = (...names: string[]) =>
    names.flatMap((name) => fields.get(name) ?? []).map((value) => unescapeField(value).trim());
  const [givenName = "", familyName = ""] = [textsOf("N")[0], textsOf("X")[0]];
  const contact = createContact({
    givenName,
    familyName,
    name: [givenName, familyName].filter(Boolean).join(" ") || (textsOf("C")[0] ?? ""),
    organization: textsOf("C")[0] ?? "",
    title: textsOf("T")[0] ?? "",
    phones: textsOf("B", "M", "F"),
    emails: textsOf("E"),
    addresses: textsOf("A"),
    urls: [],
    birthday: "",
    note: "",
    vcard: "",
  });
  return contact && { ...contact, vcard: serializeVcard(contact, familyName, givenName) };
}

type ContactFields = Omit<
  Contact,
  "kind" | "organization" | "title" | "birthday" | "note" | "others"
> &
  Record<"organization" | "title" | "birthday" | "note", string>;

function createContact(fields: ContactFields): Contact | undefined {
  const { name, vcard, organization, title, birthday, note } = fields;
  const trimValues = (values: string[]) => values.map((value) => value.trim()).filter(Boolean);
  const contact: Contact = {
    kind: "contact",
    name: name || trimValues([...fields.phones, ...fields.emails])[0] || "",
    phones: trimValues(fields.phones),
    emails: trimValues(fields.emails),
    addresses: trimValues(fields.addresses),
    urls: trimValues(fields.urls),
    vcard,
    givenName: fields.givenName?.trim() || undefined,
    familyName: fields.familyName?.trim() || undefined,
    organization: organization === name ? undefined : organization || undefined,
    title: title || undefined,
    birthday: birthday || undefined,
    note: note || undefined,
  };
  return contact.name === "" ? undefined : contact;
}

/**
 * Serializes a contact as a vCard 3.0 (RFC 2426), the version that every address book accepts. An
 * address of seven components is written as such: post office box, extension, street, locality,
 * region, postal code and country.
 */
export function serializeVcard(
  contact: Omit<Contact, "kind" | "vcard">,
  familyName: string,
  givenName: string,
  addresses: readonly (readonly string[])[] = contact.addresses.map((address) => [address]),
): string {
  const escapeText = (value: string) =>
    value.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${escapeText(familyName)};${escapeText(givenName)};;;`,
    `FN:${escapeText(contact.name)}`,
    ...(contact.organization ? [`ORG:${escapeText(contact.organization)}`] : []),
    ...(contact.title ? [`TITLE:${escapeText(contact.title)}`] : []),
    ...contact.phones.map((phone) => `TEL:${escapeText(phone)}`),
    ...contact.emails.map((email) => `EMAIL:${escapeText(email)}`),
    ...addresses.map((components) => `ADR:${toAdr(components).map(escapeText).join(";")}`),
    ...contact.urls.map((url) => `URL:${url.replace(/[\r\n]/g, "")}`),
    ...(contact.birthday ? [`BDAY:${escapeText(contact.birthday)}`] : []),
    ...(contact.note ? [`NOTE:${escapeText(contact.note)}`] : []),
    "END:VCARD",
  ];
  return `${lines.join("\r\n")}\r\n`;
}

/** Returns the seven components of `ADR`; an address of another form is a street. */
function toAdr(components: readonly string[]): readonly string[] {
  if (components.length === 7) return components;
  return ["", "", components.filter(Boolean).join(", "), "", "", "", ""];
}
