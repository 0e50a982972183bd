import type {
  OpenPrintTagEnum,
  OpenPrintTagField,
  OpenPrintTagItem,
  OpenPrintTagRegion,
} from "./field.ts";
import { openPrintTagEnums, openPrintTagFields } from "./tables.ts";

type Fields = { byKey: Map<unknown, OpenPrintTagField>; byName: Map<string, OpenPrintTagField> };
type Items = { byKey: Map<number, string>; byWord: Map<string, number> };

/** The tables, ready to look things up in. */
export const fieldsOf: Readonly<Record<OpenPrintTagRegion, Fields>> = {
  meta: indexFields(openPrintTagFields.meta),
  main: indexFields(openPrintTagFields.main),
  aux: indexFields(openPrintTagFields.aux),
};

export const itemsOf: Readonly<Record<OpenPrintTagEnum, Items>> = {
  materialClasses: indexItems(openPrintTagEnums.materialClasses),
  materialTypes: indexItems(openPrintTagEnums.materialTypes),
  materialTags: indexItems(openPrintTagEnums.materialTags),
  certifications: indexItems(openPrintTagEnums.certifications),
  writeProtections: indexItems(openPrintTagEnums.writeProtections),
};

function indexFields(fields: readonly OpenPrintTagField[]): Fields {
  return {
    byKey: new Map(fields.map((field) => [field.key, field])),
    byName: new Map(fields.map((field) => [field.name, field])),
  };
}

/** Words are lower case: names and labels are taken in either. */
function indexItems(items: readonly OpenPrintTagItem[]): Items {
  return {
    byKey: new Map(items.map(({ key, name }) => [key, name])),
    byWord: new Map(
      items.flatMap(({ key, name, label }) => [
        [label.toLowerCase(), key],
        [name.toLowerCase(), key],
      ]),
    ),
  };
}
