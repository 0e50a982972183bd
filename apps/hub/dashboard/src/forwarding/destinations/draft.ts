import type { Field, Settings } from "../../../../src/destinations/kind.ts";
import { findMovedPlace } from "../../../../src/destinations/moved-place.ts";
import type { Destination, GivenDestination } from "./destinations.ts";
import type { Kind } from "./kinds.ts";
import { looksPrivate } from "./private-network.ts";

/** What a form holds of a field while somebody types: mappings as lines of two, lists as one text. */
export type Value = string | boolean | Pair[];
export type Pair = { key: string; value: string };

/** A destination in a form. Secrets: text that was typed, null for one to take away; none named is left as it is. */
export type DestinationDraft = {
  title: string;
  values: Record<string, Value>;
  secrets: Record<string, string | null>;
  /** What the hub has. */
  saved: { settings: Readonly<Record<string, unknown>>; secrets: readonly string[] };
  allowPrivate: boolean;
  concurrency: number;
  ordered: boolean;
};

/** The form of a new destination, or of one that is there. */
export function toDraft(kind: Kind, destination?: Destination): DestinationDraft {
  const settings = destination?.settings ?? {};
  const values: Record<string, Value> = {};
  for (const field of kind.fields) {
    if (!field.secret) values[field.name] = toValue(field, settings[field.name]);
  }
  return {
    title: destination ? (destination.title ?? "") : kind.title,
    values,
    secrets: {},
    saved: { settings, secrets: destination?.secrets ?? [] },
    allowPrivate: destination?.allowPrivate ?? false,
    concurrency: destination?.concurrency ?? 4,
    ordered: destination?.ordered ?? false,
  };
}

/** The fields that are asked, given what was answered so far. */
export function askedFields(kind: Kind, draft: DestinationDraft): Field[] {
  const asked: Field[] = [];
  for (const field of kind.fields) {
    const { when } = field;
    // A field that hangs on one that is not asked itself is not asked either.
    const open =
      !when ||
      (asked.some(({ name }) => name === when.field) &&
        when.is.includes(String(draft.values[when.field] ?? "")));
    if (open) asked.push(field);
  }
  return asked;
}

/** Whether the hub has this secret, and whether it stays: where it would go to another server, it is asked for again. */
export function keeping(
  kind: Kind,
  draft: DestinationDraft,
  secret: string,
): "no" | "yes" | "moved" {
  if (!draft.saved.secrets.includes(secret)) return "no";
  const { settings, secrets } = toGiven(kind, draft, "");
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== null));
  const moved = findMovedPlace(kind.fields, draft.saved.settings, { ...settings, ...given });
  return moved ? "moved" : "yes";
}

/** What the API takes of the form: asked fields only, what was left empty left out. */
export function toGiven(
  kind: Kind,
  draft: DestinationDraft,
  name: string,
): GivenDestination & { title: string } {
  const settings: Settings = {};
  const secrets: Record<string, string | null> = {};
  for (const field of askedFields(kind, draft)) {
    if (field.secret) {
      const typed = draft.secrets[field.name];
      if (typed || typed === null) secrets[field.name] = typed;
    } else {
      const setting = toSetting(field, draft.values[field.name]);
      if (setting !== undefined) settings[field.name] = setting;
    }
  }
  const { allowPrivate, concurrency, ordered } = draft;
  const title = draft.title.trim();
  return { name, title, kind: kind.name, settings, secrets, allowPrivate, concurrency, ordered };
}

/** Whether everything that has to be there is there: only then is a preview worth asking for. */
export function isWhole(kind: Kind, draft: DestinationDraft): boolean {
  return askedFields(kind, draft).every((field) => {
    if (!field.required) return true;
    if (field.secret) {
      const typed = draft.secrets[field.name];
      return Boolean(typed) || (typed === undefined && keeping(kind, draft, field.name) === "yes");
    }
    return toSetting(field, draft.values[field.name]) !== undefined;
  });
}

/** Whether an address in the form looks as if it were in somebody's own network. */
export function isOwnNetwork(kind: Kind, draft: DestinationDraft): boolean {
  return askedFields(kind, draft).some(({ name, type, secret }) => {
    const value = secret ? draft.secrets[name] : draft.values[name];
    return (type === "url" || name === "host") && typeof value === "string" && looksPrivate(value);
  });
}

function toValue(field: Field, setting: Settings[string] | undefined): Value {
  const given = setting ?? field.default;
  switch (field.type) {
    case "switch":
      return given === true;
    case "pairs":
      return given && typeof given === "object" && !Array.isArray(given)
        ? Object.entries(given).map(([key, value]) => ({ key, value: String(value) }))
        : [];
    case "lines":
      return Array.isArray(given) ? given.join("\n") : String(given ?? "");
    case "choice":
      return String(given ?? field.choices?.[0]?.value ?? "");
    default:
      return String(given ?? "");
  }
}

function toSetting(field: Field, value: Value | undefined): Settings[string] | undefined {
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) {
    const named = value.filter(({ key }) => key.trim() !== "");
    if (named.length === 0) return undefined;
    return Object.fromEntries(named.map(({ key, value }) => [key.trim(), value]));
  }
  if (value === undefined || value.trim() === "") return undefined;
  if (field.type === "lines") {
    return value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  // What is no number is sent as it is: the hub says what is wrong with it.
  if (field.type === "number") return Number.isNaN(Number(value)) ? value : Number(value);
  return field.type === "url" ? value.trim() : value;
}
