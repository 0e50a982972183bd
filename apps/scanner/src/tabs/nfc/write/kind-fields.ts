import { nfcWritingTexts } from "../../../texts/writing.ts";
import type { Kind, KindValues } from "../../../writing/kinds.ts";
import { languageName, toLanguage } from "../../../writing/text.ts";
import { wifiSecurities } from "../../../writing/wifi.ts";

/** A field of a form and how it is shown. */
export type FormField = {
  name: string;
  label: string;
  hint?: string;
  control:
    | "text"
    | "url"
    | "tel"
    | "email"
    | "area"
    | "password"
    | "select"
    | "decimal"
    | "date"
    | "color"
    | "checks";
  options?: { value: string; label: string }[];
  /** The unit that is shown after the value. */
  unit?: string;
  optional?: boolean;
};

/** Returns the fields of a form; those in `more` are folded away at first. */
export function createFields<K extends Kind>(
  kind: K,
  values: KindValues[K],
): { first: FormField[]; more: FormField[] } {
  const allFields = fieldBuilders[kind](nfcWritingTexts.fields, values);
  return {
    first: allFields.filter((field) => !foldedNames.has(field.name)),
    more: allFields.filter((field) => foldedNames.has(field.name)),
  };
}

const foldedNames = new Set(["title", "address", "note"]);

type FieldTexts = typeof nfcWritingTexts.fields;

const fieldBuilders: {
  [K in Kind]: (fields: FieldTexts, values: KindValues[K]) => FormField[];
} = {
  link: (fields) => [{ name: "url", label: fields.url, hint: fields.urlHint, control: "url" }],
  text: (fields, { language }) => [
    { name: "text", label: fields.text, control: "area" },
    {
      name: "language",
      label: fields.language,
      hint: findLanguageName(language) || fields.languageHint,
      control: "text",
    },
  ],
  wifi: (fields, { security }) => [
    { name: "ssid", label: fields.ssid, control: "text" },
    {
      name: "security",
      label: fields.security,
      control: "select",
      options: wifiSecurities.map((value) => ({ value, label: fields.securities[value] })),
    },
    ...(security === "open"
      ? []
      : [
          {
            name: "password",
            label: fields.wifiPassword,
            hint: fields.wifiPasswordHint,
            control: "password" as const,
          },
        ]),
  ],
  contact: (fields) => [
    { name: "given", label: fields.given, control: "text" },
    { name: "family", label: fields.family, control: "text" },
    { name: "organization", label: fields.organization, control: "text", optional: true },
    { name: "phone", label: fields.phone, control: "tel", optional: true },
    { name: "email", label: fields.email, control: "email", optional: true },
    { name: "url", label: fields.website, control: "url", optional: true },
    { name: "title", label: fields.role, control: "text", optional: true },
    { name: "address", label: fields.address, control: "area", optional: true },
    { name: "note", label: fields.note, control: "area", optional: true },
  ],
  phone: (fields) => [
    { name: "number", label: fields.number, hint: fields.numberHint, control: "tel" },
  ],
  mail: (fields) => [
    { name: "to", label: fields.to, hint: fields.toHint, control: "email" },
    { name: "subject", label: fields.subject, control: "text", optional: true },
    { name: "body", label: fields.body, control: "area", optional: true },
  ],
  place: (fields) => [
    {
      name: "coordinates",
      label: fields.coordinates,
      hint: fields.coordinatesHint,
      control: "text",
    },
    { name: "name", label: fields.placeName, control: "text", optional: true },
  ],
  app: (fields) => [
    { name: "app", label: fields.app, hint: fields.appHint, control: "text" },
    { name: "url", label: fields.appUrl, hint: fields.appUrlHint, control: "url", optional: true },
  ],
};

function findLanguageName(input: string): string {
  const tag = toLanguage(input);
  return tag ? (languageName(tag) ?? "") : "";
}
