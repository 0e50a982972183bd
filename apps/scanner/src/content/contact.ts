import { parseContentLines, splitValue, unescapeText } from "./content-lines.ts";
import { parseFields } from "./fields.ts";

/** A person or an organisation. */
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
  /** The same as a vCard file. */
  vcard: string;
};

/** Reads a vCard (2.1, RFC 2426, RFC 6350) or a `MECARD:`. */
export function parseContact(text: string): Contact | undefined {
  if (/^\s*BEGIN:VCARD\b/i.test(text)) return parseVcard(text.trim());
  return parseMecard(text);
}

function parseVcard(text: string): Contact | undefined {
  const lines = parseContentLines(text);
  const all = (name: string) =>
    lines.filter((line) => line.name === name).map(({ value }) => value);
  const first = (name: string) => unescapeText(all(name)[0] ?? "");
  const [family, given, middle, prefix, suffix] = splitValue(all("N")[0] ?? "");
  const structured = [prefix, given, middle, family, suffix].filter(Boolean).join(" ");
  const organization = splitValue(all("ORG")[0] ?? "")
    .filter(Boolean)
    .join(", ");
  return toContact({
    name: first("FN") || structured || organization,
    organization,
    title: first("TITLE") || first("ROLE"),
    phones: all("TEL").map((value) => unescapeText(value).replace(/^tel:/i, "")),
    emails: all("EMAIL").map((value) => unescapeText(value).replace(/^mailto:/i, "")),
    addresses: all("ADR").map((value) => splitValue(value).filter(Boolean).join(", ")),
    urls: all("URL").map(unescapeText),
    birthday: first("BDAY"),
    note: first("NOTE"),
    vcard: `${text.replace(/\r\n?|\n/g, "\r\n")}\r\n`,
  });
}

function parseMecard(text: string): Contact | undefined {
  const fields = parseFields(text, "MECARD:");
  if (!fields) return undefined;
  const all = (name: string) => fields.get(name) ?? [];
  const first = (name: string) => all(name)[0]?.trim() ?? "";
  // The name is written `family,given`.
  const [family = "", given = ""] = first("N")
    .split(",")
    .map((part) => part.trim());
  const contact = toContact({
    name: [given, family].filter(Boolean).join(" ") || first("ORG"),
    organization: first("ORG"),
    title: "",
    phones: all("TEL"),
    emails: all("EMAIL"),
    addresses: all("ADR"),
    urls: all("URL"),
    birthday: first("BDAY").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"),
    note: first("NOTE"),
    vcard: "",
  });
  return contact && { ...contact, vcard: printVcard(contact, family, given) };
}

type ContactParts = Omit<Contact, "kind" | "organization" | "title" | "birthday" | "note"> &
  Record<"organization" | "title" | "birthday" | "note", string>;

function toContact(parts: ContactParts): Contact | undefined {
  const { name, vcard, organization, title, birthday, note } = parts;
  const filled = (values: string[]) => values.map((value) => value.trim()).filter(Boolean);
  const contact: Contact = {
    kind: "contact",
    name: name || filled([...parts.phones, ...parts.emails])[0] || "",
    phones: filled(parts.phones),
    emails: filled(parts.emails),
    addresses: filled(parts.addresses),
    urls: filled(parts.urls),
    vcard,
    ...(organization && organization !== name ? { organization } : {}),
    ...(title ? { title } : {}),
    ...(birthday ? { birthday } : {}),
    ...(note ? { note } : {}),
  };
  return contact.name === "" ? undefined : contact;
}

/** A vCard 3.0 (RFC 2426), which address books everywhere take. */
export function printVcard(
  contact: Omit<Contact, "kind" | "vcard">,
  family: string,
  given: string,
): string {
  const quote = (value: string) => value.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${quote(family)};${quote(given)};;;`,
    `FN:${quote(contact.name)}`,
    ...(contact.organization ? [`ORG:${quote(contact.organization)}`] : []),
    ...(contact.title ? [`TITLE:${quote(contact.title)}`] : []),
    ...contact.phones.map((phone) => `TEL:${quote(phone)}`),
    ...contact.emails.map((email) => `EMAIL:${quote(email)}`),
    ...contact.addresses.map((address) => `ADR:;;${quote(address)};;;;`),
    ...contact.urls.map((url) => `URL:${url.replace(/[\r\n]/g, "")}`),
    ...(contact.birthday ? [`BDAY:${quote(contact.birthday)}`] : []),
    ...(contact.note ? [`NOTE:${quote(contact.note)}`] : []),
    "END:VCARD",
  ];
  return `${lines.join("\r\n")}\r\n`;
}
