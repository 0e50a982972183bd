import { findChangedAddress } from "../../../../src/destinations/changed-address.ts";
import type { Field, Settings } from "../../../../src/destinations/kind.ts";
import type { Destination, DestinationInput } from "./destinations.ts";
import type { Kind } from "./kinds.ts";
import { looksPrivate } from "./private-network.ts";

/**
 * The value of a field in the form: a mapping is a list of pairs, a list is one text with a line
 * for each item.
 */
export type FieldValue = string | boolean | Pair[];
export type Pair = { key: string; value: string };

/**
 * A destination in the form. A secret is the typed text, or null to remove it; a secret without an
 * entry is not changed.
 */
export type DestinationDraft = {
  title: string;
  values: Record<string, FieldValue>;
  secrets: Record<string, string | null>;
  /** The settings, and the names of the secrets, that the hub has stored. */
  saved: { settings: Readonly<Record<string, unknown>>; secrets: readonly string[] };
  allowPrivate: boolean;
  concurrency: number;
  ordered: boolean;
};

/** Creates the form of a new destination, or of an existing one. */
export function createDestinationDraft(kind: Kind, destination?: Destination): DestinationDraft {
  const settings = destination?.settings ?? {};
  const values: Record<string, FieldValue> = {};
  for (const field of kind.fields) {
    if (!field.secret) values[field.name] = toFieldValue(field, settings[field.name]);
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

/** Returns the fields that apply, given the values entered so far. */
export function visibleFields(kind: Kind, draft: DestinationDraft): Field[] {
  const visible: Field[] = [];
  for (const field of kind.fields) {
    const { when } = field;
    // A field that depends on a hidden field is hidden too.
    const applies =
      !when ||
      (visible.some(({ name }) => name === when.field) &&
        when.is.includes(String(draft.values[when.field] ?? "")));
    if (applies) visible.push(field);
  }
  return visible;
}

/**
 * Returns whether the hub has a secret and keeps it. A secret that would now go to another server
 * counts as moved: the owner must enter it again.
 */
export function savedSecretState(
  kind: Kind,
  draft: DestinationDraft,
  secret: string,
): "none" | "kept" | "moved" {
  if (!draft.saved.secrets.includes(secret)) return "none";
  const { settings, secrets } = toDestinationInput(kind, draft, "");
  const entered = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== null));
  const moved = findChangedAddress(kind.fields, draft.saved.settings, { ...settings, ...entered });
  return moved ? "moved" : "kept";
}

/** Converts the form to the input of the API. Omits hidden fields and empty ones. */
export function toDestinationInput(
  kind: Kind,
  draft: DestinationDraft,
  name: string,
): DestinationInput & { title: string } {
  const settings: Settings = {};
  const secrets: Record<string, string | null> = {};
  for (const field of visibleFields(kind, draft)) {
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

/** Returns the label of a field, or its name if the kind has no such field. */
export function findLabel(kind: Kind, name: string): string {
  return kind.fields.find((field) => field.name === name)?.label ?? name;
}

/** Returns whether every required field is filled in. Only then can the hub make a preview. */
export function isComplete(kind: Kind, draft: DestinationDraft): boolean {
  return visibleFields(kind, draft).every((field) => {
    if (!field.required) return true;
    if (field.secret) {
      const typed = draft.secrets[field.name];
      return (
        Boolean(typed) ||
        (typed === undefined && savedSecretState(kind, draft, field.name) === "kept")
      );
    }
    return toSetting(field, draft.values[field.name]) !== undefined;
  });
}

/** Returns whether an address in the form looks as if it were in a private network. */
export function pointsToPrivateNetwork(kind: Kind, draft: DestinationDraft): boolean {
  return visibleFields(kind, draft).some(({ name, type, secret }) => {
    const value = secret ? draft.secrets[name] : draft.values[name];
    return (type === "url" || name === "host") && typeof value === "string" && looksPrivate(value);
  });
}

function toFieldValue(field: Field, setting: Settings[string] | undefined): FieldValue {
  const initial = setting ?? field.default;
  switch (field.type) {
    case "switch":
      return initial === true;
    case "pairs":
      return initial && typeof initial === "object" && !Array.isArray(initial)
        ? Object.entries(initial).map(([key, value]) => ({ key, value: String(value) }))
        : [];
    case "lines":
      return Array.isArray(initial) ? initial.join("\n") : String(initial ?? "");
    case "choice":
      return String(initial ?? field.choices?.[0]?.value ?? "");
    default:
      return String(initial ?? "");
  }
}

function toSetting(field: Field, value: FieldValue | undefined): Settings[string] | undefined {
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
  // Text that is not a number is sent as it is, and the hub reports the problem.
  if (field.type === "number") return Number.isNaN(Number(value)) ? value : Number(value);
  return field.type === "url" ? value.trim() : value;
}
