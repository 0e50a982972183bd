import type { Field } from "../../../../src/destinations/kind.ts";
import {
  type Conflict,
  type FormField,
  type FormValues,
  findConflicts,
} from "../../parts/stale-edit.ts";
import { staleTexts } from "../../texts/forms.ts";
import { forwardingTexts as texts } from "../../texts/forwarding.ts";
import { createDestinationDraft, type DestinationDraft } from "./destination-draft.ts";
import type { Destination } from "./destinations.ts";
import type { Kind } from "./kinds.ts";

/**
 * Compares the form with the values that are stored now. Stored secrets are not shown, so every
 * secret that was entered in the form is a conflict.
 */
export function findDestinationConflicts(
  kind: Kind,
  base: Destination,
  draft: DestinationDraft,
  current: Destination,
): Conflict[] {
  const fields: FormField[] = [
    { key: "title", label: texts.fields.titleField },
    ...kind.fields.filter(({ secret }) => !secret).map(toFormField),
    { key: "allowPrivate", label: texts.fields.allowPrivate },
    { key: "concurrency", label: texts.fields.concurrency },
    { key: "ordered", label: texts.fields.ordered },
  ];
  const conflicts = findConflicts(fields, {
    base: toValues(createDestinationDraft(kind, base)),
    mine: toValues(draft),
    theirs: toValues(createDestinationDraft(kind, current)),
  });
  const secrets = kind.fields
    .filter(({ secret, name }) => secret && isTyped(draft, name))
    .map(({ name, label }) => ({
      key: settingKey(name),
      label,
      mine: draft.secrets[name] === null ? staleTexts.removedSecret : staleTexts.typedSecret,
      theirs: current.secrets.includes(name) ? staleTexts.savedSecret : staleTexts.empty,
      touched: true,
    }));
  return [...conflicts, ...secrets];
}

/** Returns the form with the stored values of the fields `keys`, based on the current revision. */
export function adoptValues(
  kind: Kind,
  draft: DestinationDraft,
  current: Destination,
  keys: ReadonlySet<string>,
): DestinationDraft {
  const theirs = createDestinationDraft(kind, current);
  const values = { ...draft.values };
  const secrets = { ...draft.secrets };
  for (const { name, secret } of kind.fields) {
    if (!keys.has(settingKey(name))) continue;
    if (secret) delete secrets[name];
    else values[name] = theirs.values[name] ?? "";
  }
  return {
    title: (keys.has("title") ? theirs : draft).title,
    values,
    secrets,
    saved: theirs.saved,
    allowPrivate: (keys.has("allowPrivate") ? theirs : draft).allowPrivate,
    concurrency: (keys.has("concurrency") ? theirs : draft).concurrency,
    ordered: (keys.has("ordered") ? theirs : draft).ordered,
  };
}

function toValues({
  title,
  values,
  allowPrivate,
  concurrency,
  ordered,
}: DestinationDraft): FormValues {
  const settings = Object.entries(values).map(([name, value]) => [settingKey(name), value]);
  return { ...Object.fromEntries(settings), title, allowPrivate, concurrency, ordered };
}

function toFormField({ name, label, choices }: Field): FormField {
  return {
    key: settingKey(name),
    label,
    ...(choices && {
      format: (value) => choices.find((choice) => choice.value === value)?.label ?? String(value),
    }),
  };
}

/** Adds a prefix, because a setting may have the name of a field that every destination has. */
function settingKey(name: string): string {
  return `setting ${name}`;
}

function isTyped({ secrets }: DestinationDraft, name: string): boolean {
  return secrets[name] !== undefined && secrets[name] !== "";
}
