import type { Kind, KindValues } from "../kinds.ts";

/** What a column means: a field of a form, a half of coordinates, or an address or text by its look. */
export type Target = { [K in Kind]: { kind: K; field: keyof KindValues[K] & string } }[Kind];
export type Meaning = Target | "content" | "latitude" | "longitude";

export type Column = {
  /** As the file writes it; empty when the file has no first line of names. */
  name: string;
  /** Nothing is written from a column that means nothing. */
  meaning?: Meaning;
};

/** The columns by the names in the first line; undefined when none of them is known. */
export function readColumns(names: string[]): Column[] | undefined {
  const found = names.map((name) => meanings.get(normalize(name)));
  const isContact = meansContact(names.map(normalize), found);
  const columns = names.map((name, index): Column => {
    const meaning = found[index];
    const meant = isContact ? ofContact(meaning) : notOfContact(meaning);
    return meant ? { name, meaning: meant } : { name };
  });
  return columns.some(({ meaning }) => meaning !== undefined) ? columns : undefined;
}

/** A name alone is more often that of a thing; with a number or a mail address it is somebody's. */
function meansContact(names: string[], found: (Meaning | undefined)[]): boolean {
  const has = (kind: Kind, ...fields: string[]) =>
    found.some(
      (meaning) =>
        typeof meaning === "object" && meaning.kind === kind && fields.includes(meaning.field),
    );
  if (has("contact", "family") || names.some((name) => /^(?:first|given)/.test(name))) return true;
  return has("contact", "given", "organization") && (has("phone", "number") || has("mail", "to"));
}

/** Beside a name, a number and a mail address are the person's. */
function ofContact(meaning: Meaning | undefined): Meaning | undefined {
  if (typeof meaning !== "object") return meaning;
  if (meaning.kind === "phone") return { kind: "contact", field: "phone" };
  if (meaning.kind !== "mail") return meaning;
  return meaning.field === "to" ? { kind: "contact", field: "email" } : undefined;
}

function notOfContact(meaning: Meaning | undefined): Meaning | undefined {
  return typeof meaning === "object" && meaning.kind === "contact" ? undefined : meaning;
}

function normalize(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

const of = <K extends Kind>(kind: K, field: keyof KindValues[K] & string) =>
  ({ kind, field }) as Target;

/** What columns may be called, in lower case with blanks between words; the usual names first. */
export const columnNames: readonly (readonly [Meaning, readonly string[]])[] = [
  ["content", ["content", "value", "data"]],
  [of("link", "url"), ["url", "link", "uri"]],
  [of("text", "text"), ["text", "message"]],
  [of("text", "language"), ["language", "lang"]],
  [of("wifi", "ssid"), ["ssid", "network", "wifi", "wi fi"]],
  [of("wifi", "security"), ["security", "encryption"]],
  [of("wifi", "password"), ["password", "key"]],
  [of("contact", "given"), ["name", "full name", "given name", "first name", "given"]],
  [of("contact", "family"), ["family name", "last name", "surname", "family"]],
  [of("contact", "organization"), ["organization", "organisation", "company", "org"]],
  [of("contact", "title"), ["job title", "title", "role"]],
  [of("contact", "url"), ["website", "web"]],
  [of("contact", "address"), ["address"]],
  [of("contact", "note"), ["note"]],
  [of("phone", "number"), ["phone", "tel", "telephone", "mobile", "phone number"]],
  [of("mail", "to"), ["email", "e mail", "mail", "email address"]],
  [of("mail", "subject"), ["subject"]],
  [of("mail", "body"), ["body"]],
  ["latitude", ["latitude", "lat"]],
  ["longitude", ["longitude", "lon", "lng", "long"]],
  [of("place", "coordinates"), ["coordinates", "geo", "position"]],
  [of("place", "name"), ["place", "place name", "label"]],
  [of("app", "app"), ["app", "package", "package name"]],
];

const meanings: ReadonlyMap<string, Meaning> = new Map(
  columnNames.flatMap(([meaning, names]) => names.map((name) => [name, meaning] as const)),
);
