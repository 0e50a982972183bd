import type { Kind, KindValues } from "../kinds.ts";

/** A field of a form, which a column fills. */
export type FormFieldRef = { [K in Kind]: { kind: K; field: keyof KindValues[K] & string } }[Kind];
/**
 * `content` is a link or a text, depending on the cell; `latitude` and `longitude` together are
 * coordinates.
 */
export type ColumnMeaning = FormFieldRef | "content" | "latitude" | "longitude";

export type Column = {
  /** The name in the file; empty if the file has no header. */
  name: string;
  /** Undefined if nothing is written from this column. */
  meaning?: ColumnMeaning;
};

/** Parses the names in a header; returns undefined if none of them is known. */
export function parseColumns(names: string[]): Column[] | undefined {
  const columnMeanings = names.map((name) => meaningsByName.get(normalizeName(name)));
  const isContact = isContactList(names.map(normalizeName), columnMeanings);
  const columns = names.map((name, index): Column => {
    const meaning = columnMeanings[index];
    const resolved = isContact ? toContactMeaning(meaning) : withoutContact(meaning);
    return resolved ? { name, meaning: resolved } : { name };
  });
  return columns.some(({ meaning }) => meaning !== undefined) ? columns : undefined;
}

/**
 * Returns whether the columns describe a person or an organization. A column `name` alone more
 * often names a thing, so it counts only beside a phone number or a mail address.
 */
function isContactList(names: string[], columnMeanings: (ColumnMeaning | undefined)[]): boolean {
  const hasField = (kind: Kind, ...fields: string[]) =>
    columnMeanings.some(
      (meaning) =>
        typeof meaning === "object" && meaning.kind === kind && fields.includes(meaning.field),
    );
  if (hasField("contact", "family") || names.some((name) => /^(?:first|given)/.test(name)))
    return true;
  return (
    hasField("contact", "given", "organization") &&
    (hasField("phone", "number") || hasField("mail", "to"))
  );
}

/**
 * Returns the meaning of a column in a list of contacts, where the phone number and the mail
 * address are fields of the contact; undefined if the column is not written.
 */
function toContactMeaning(meaning: ColumnMeaning | undefined): ColumnMeaning | undefined {
  if (typeof meaning !== "object") return meaning;
  if (meaning.kind === "phone") return { kind: "contact", field: "phone" };
  if (meaning.kind !== "mail") return meaning;
  return meaning.field === "to" ? { kind: "contact", field: "email" } : undefined;
}

function withoutContact(meaning: ColumnMeaning | undefined): ColumnMeaning | undefined {
  return typeof meaning === "object" && meaning.kind === "contact" ? undefined : meaning;
}

/** Converts a column name to lower case with one space between words. */
function normalizeName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

const toFieldRef = <K extends Kind>(kind: K, field: keyof KindValues[K] & string) =>
  ({ kind, field }) as FormFieldRef;

/** The known names of columns by meaning, normalized; the usual names come first. */
export const columnNames: readonly (readonly [ColumnMeaning, readonly string[]])[] = [
  ["content", ["content", "value", "data"]],
  [toFieldRef("link", "url"), ["url", "link", "uri"]],
  [toFieldRef("text", "text"), ["text", "message"]],
  [toFieldRef("text", "language"), ["language", "lang"]],
  [toFieldRef("wifi", "ssid"), ["ssid", "network", "wifi", "wi fi"]],
  [toFieldRef("wifi", "security"), ["security", "encryption"]],
  [toFieldRef("wifi", "password"), ["password", "key"]],
  [toFieldRef("contact", "given"), ["name", "full name", "given name", "first name", "given"]],
  [toFieldRef("contact", "family"), ["family name", "last name", "surname", "family"]],
  [toFieldRef("contact", "organization"), ["organization", "organisation", "company", "org"]],
  [toFieldRef("contact", "title"), ["job title", "title", "role"]],
  [toFieldRef("contact", "url"), ["website", "web"]],
  [toFieldRef("contact", "address"), ["address"]],
  [toFieldRef("contact", "note"), ["note"]],
  [toFieldRef("phone", "number"), ["phone", "tel", "telephone", "mobile", "phone number"]],
  [toFieldRef("mail", "to"), ["email", "e mail", "mail", "email address"]],
  [toFieldRef("mail", "subject"), ["subject"]],
  [toFieldRef("mail", "body"), ["body"]],
  ["latitude", ["latitude", "lat"]],
  ["longitude", ["longitude", "lon", "lng", "long"]],
  [toFieldRef("place", "coordinates"), ["coordinates", "geo", "position"]],
  [toFieldRef("place", "name"), ["place", "place name", "label"]],
  [toFieldRef("app", "app"), ["app", "package", "package name"]],
];

const meaningsByName: ReadonlyMap<string, ColumnMeaning> = new Map(
  columnNames.flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const)),
);
