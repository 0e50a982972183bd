import { serializeVcard } from "@scanhook/content";
import { readMeanings } from "../registers/column-words.ts";
import type { Entry } from "../registers/register.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./read-entries.ts";

/**
 * Yields the leads of a register as vCards 3.0 (RFC 2426), one after another. Details that a vCard
 * has no property for, such as ratings, notes and consents, are in its note, a line each. `by` is
 * the user whose leads they are. Leaves out those who were asked for consent and have not answered.
 */
export async function* exportVcards(
  store: Pick<Store, "entries">,
  register: number,
  filter: { by?: string | undefined } = {},
): AsyncGenerator<string> {
  for await (const page of readEntries(store, register, filter))
    yield page.flatMap((entry) => (entry.waits ? [] : toVcard(entry))).join("");
}

/** The properties of a contact, with the fields of leads that hold them. */
type Part = "given" | "family" | "organization" | "title" | "email" | "phone" | "url" | "address";

const partOf: Readonly<Record<string, Part>> = {
  "first name": "given",
  "last name": "family",
  company: "organization",
  "job title": "title",
  email: "email",
  phone: "phone",
  website: "url",
  address: "address",
};

function toVcard({ label, fields }: Pick<Entry, "label" | "fields">): string {
  const parts: Record<Part, string[]> = {
    given: [],
    family: [],
    organization: [],
    title: [],
    email: [],
    phone: [],
    url: [],
    address: [],
  };
  const notes: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const part = findPart(name, value);
    if (part) parts[part].push(value);
    else notes.push(`${name}: ${value}`);
  }
  const { given, family, organization, title, email, phone, url, address } = parts;
  const contact = {
    name: label,
    organization: organization[0],
    title: title[0],
    phones: phone,
    emails: email,
    urls: url,
    addresses: address,
    note: notes.length > 0 ? notes.join("\n") : undefined,
  };
  return serializeVcard(contact, family[0] ?? "", given[0] ?? (family[0] ? "" : label));
}

/** Returns the property that a field belongs to, also of guests, whose lists name their columns. */
function findPart(name: string, value: string): Part | undefined {
  const known = partOf[name.toLowerCase().replace(/ \d$/, "")];
  if (known) return known;
  const meanings = readMeanings(name);
  if (meanings.includes("first")) return "given";
  if (meanings.includes("last")) return "family";
  if (meanings.includes("mail") && value.includes("@")) return "email";
  return meanings.includes("private") && /^\+?[\d ()/.-]{6,}$/.test(value) ? "phone" : undefined;
}
