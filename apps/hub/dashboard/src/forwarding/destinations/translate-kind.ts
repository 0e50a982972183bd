import type { Field } from "../../../../src/destinations/kind.ts";
import { destinationKindTexts, fieldTexts } from "../../texts/destination-kinds.ts";
import type { Kind } from "./kinds.ts";

type FieldWords = {
  label: string;
  help?: string | ((values: HelpValues) => string);
  /** By their values. */
  choices?: Readonly<Record<string, string>>;
};

type KindWords = {
  title: string;
  summary: string;
  fields: Readonly<Record<string, FieldWords>>;
};

/** The examples of templates in hints, which are the same in all languages. */
type HelpValues = typeof helpValues;
const helpValues = { template: "{{ … }}", example: "https://example.org/codes/{{ content }}" };

/**
 * Returns a kind in the language of the page. Of a kind or field that the page does not know, as of
 * a newer hub, it keeps the words of the hub.
 */
export function translateKind<
  Told extends Pick<Kind, "name" | "title" | "summary"> & { fields: readonly Field[] },
>(kind: Told): Told {
  const known: Readonly<Record<string, KindWords>> = destinationKindTexts;
  const words = find(known, kind.name);
  if (!words) return kind;
  const shared: Readonly<Record<string, FieldWords>> = fieldTexts;
  const fields = kind.fields.map((field) =>
    translateField(field, find(words.fields, field.name) ?? find(shared, field.name)),
  );
  return { ...kind, title: words.title, summary: words.summary, fields };
}

function translateField(field: Field, words: FieldWords | undefined): Field {
  if (!words) return field;
  const translated = { ...field, label: words.label };
  const { help, choices = {} } = words;
  if (help !== undefined) translated.help = typeof help === "string" ? help : help(helpValues);
  if (field.choices)
    translated.choices = field.choices.map(({ value, label }) => ({
      value,
      label: find(choices, value) ?? label,
    }));
  return translated;
}

function find<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
