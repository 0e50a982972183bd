import type {
  OpenPrintTagEnum,
  OpenPrintTagField,
  OpenPrintTagItem,
  OpenPrintTagRegion,
} from "./field.ts";
import { openPrintTagEnums } from "./tables/enums.ts";
import { openPrintTagFields } from "./tables/fields.ts";

type FieldIndex = {
  byKey: Map<unknown, OpenPrintTagField>;
  byName: Map<string, OpenPrintTagField>;
};
type ItemIndex = { byKey: Map<number, string>; byLabel: Map<string, number> };

/** The fields of each region, indexed by key and name. */
export const fieldsByRegion: Readonly<Record<OpenPrintTagRegion, FieldIndex>> = {
  meta: indexFields(openPrintTagFields.meta),
  main: indexFields(openPrintTagFields.main),
  aux: indexFields(openPrintTagFields.aux),
};

/** The items of each enum, indexed by key and by label or name in lower case. */
export const itemsByEnum: Readonly<Record<OpenPrintTagEnum, ItemIndex>> = {
  materialClasses: indexItems(openPrintTagEnums.materialClasses),
  materialTypes: indexItems(openPrintTagEnums.materialTypes),
  materialTags: indexItems(openPrintTagEnums.materialTags),
  certifications: indexItems(openPrintTagEnums.certifications),
  writeProtections: indexItems(openPrintTagEnums.writeProtections),
};

function indexFields(fields: readonly OpenPrintTagField[]): FieldIndex {
  return {
    byKey: new Map(fields.map((field) => [field.key, field])),
    byName: new Map(fields.map((field) => [field.name, field])),
  };
}

function indexItems(items: readonly OpenPrintTagItem[]): ItemIndex {
  return {
    byKey: new Map(items.map(({ key, name }) => [key, name])),
    byLabel: new Map(
      items.flatMap(({ key, name, label }) => [
        [label.toLowerCase(), key],
        [name.toLowerCase(), key],
      ]),
    ),
  };
}
