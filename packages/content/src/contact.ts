import { parseContentLines, splitValue, unescapeText } from "./content-lines.ts";
import { parseFields } from "./docomo-fields.ts";

/** A person or an organization. */
export type Contact = {
  kind: "contact";
  name: string;
  organization?: string;
  title?: string;
  phones: string[];
  emails: string[];
  addresses: string[];
  urls: string[];
  birthday?: string;
  note?: string;
  /** The contact as a vCard file. */
  vcard: string;
};

/** Parses a vCard (2.1, RFC 2426, RFC 6350) or a `MECARD:`. Returns undefined if it has no name, number or mail address. */
export function parseContact(text: string): Contact | undefined {
  if (/^\s*BEGIN:VCARD\b/i.test(text)) return parseVcard(text.trim());
  return parseMecard(text);
}

function parseVcard(text: string): Contact | undefined {
  const lines = parseContentLines(text);
  const valuesOf = (name: string) =>
    lines.filter((line) => line.name === name).map(({ value }) => value);
  const firstTextOf = (name: string) => unescapeText(valuesOf(name)[0] ?? "");
  const [familyName, givenName, middle, prefix, suffix] = splitValue(valuesOf("N")[0] ?? "");
  const structuredName = [prefix, givenName, middle, familyName, suffix].filter(Boolean).join(" ");
  const organization = splitValue(valuesOf("ORG")[0] ?? "")
    .filter(Boolean)
    .join(", ");
  return createContact({
    name: firstTextOf("FN") || structuredName || organization,
    organization,
    title: firstTextOf("TITLE") || firstTextOf("ROLE"),
    phones: valuesOf("TEL").map((value) => unescapeText(value).replace(/^tel:/i, "")),
    emails: valuesOf("EMAIL").map((value) => unescapeText(value).replace(/^mailto:/i, "")),
    addresses: valuesOf("ADR").map((value) => splitValue(value).filter(Boolean).join(", ")),
    urls: valuesOf("URL").map(unescapeText),
    birthday: firstTextOf("BDAY"),
    note: firstTextOf("NOTE"),
    vcard: `${text.replace(/\r\n?|\n/g, "\r\n")}\r\n`,
  });
}

function parseMecard(text: string): Contact | undefined {
  const fields = parseFields(text, "MECARD:");
  if (!fields) return undefined;
  const valuesOf = (name: string) => fields.get(name) ?? [];
  const firstTextOf = (name: string) => valuesOf(name)[0]?.trim() ?? "";
  // MECARD writes names as `family,given`.
  const [familyName = "", givenName = ""] = firstTextOf("N")
    .split(",")
    .map((part) => part.trim());
  const contact = createContact({
    name: [givenName, familyName].filter(Boolean).join(" ") || firstTextOf("ORG"),
    organization: firstTextOf("ORG"),
    title: "",
    phones: valuesOf("TEL"),
    emails: valuesOf("EMAIL"),
    addresses: valuesOf("ADR"),
    urls: valuesOf("URL"),
    birthday: firstTextOf("BDAY").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
    note: firstTextOf("NOTE"),
    vcard: "",
  });
  return contact && { ...contact, vcard: serializeVcard(contact, familyName, givenName) };
}

type ContactFields = Omit<Contact, "kind" | "organization" | "title" | "birthday" | "note"> &
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
    ...(organization && organization !== name ? { organization } : {}),
    ...(title ? { title } : {}),
    ...(birthday ? { birthday } : {}),
    ...(note ? { note } : {}),
  };
  return contact.name === "" ? undefined : contact;
}

/** Serializes a contact as a vCard 3.0 (RFC 2426), the version that every address book accepts. */
export function serializeVcard(
  contact: Omit<Contact, "kind" | "vcard">,
  familyName: string,
  givenName: string,
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
    ...contact.addresses.map((address) => `ADR:;;${escapeText(address)};;;;`),
    ...contact.urls.map((url) => `URL:${url.replace(/[\r\n]/g, "")}`),
    ...(contact.birthday ? [`BDAY:${escapeText(contact.birthday)}`] : []),
    ...(contact.note ? [`NOTE:${escapeText(contact.note)}`] : []),
    "END:VCARD",
  ];
  return `${lines.join("\r\n")}\r\n`;
}
