import {
  materialTagCategories,
  type OpenPrintTagField,
  openPrintTagEnums,
  openPrintTagFields,
} from "@scanhook/tags";
import { writeOpenPrintTagTexts } from "../../../texts/writing.ts";
import type { OpenPrintTagValues } from "../../../writing/open-print-tag.ts";
import type { FormField } from "./kind-fields.ts";
import {
  type FieldNameGroup,
  firstGroups,
  type GroupName,
  moreGroups,
} from "./open-print-tag-groups.ts";

export type FieldGroup = { name: GroupName; fields: FormField[] };

/**
 * Returns the form of an OpenPrintTag for the material class in `values`, from the specification's
 * tables. `first` holds what most people fill in, `more` all other fields.
 */
export function createOpenPrintTagForm(values: OpenPrintTagValues): {
  first: FieldGroup[];
  more: FieldGroup[];
} {
  const fields = listFields(values["main.material_class"] === "SLA" ? "fff" : "sla");
  const toGroup = ({ name, fieldNames }: FieldNameGroup): FieldGroup => ({
    name,
    fields: fieldNames.flatMap((fieldName) => {
      const field = fields.get(fieldName);
      return field ? toFormFields(fieldName, field, values[fieldName] ?? "") : [];
    }),
  });
  const hasFields = (group: FieldGroup) => group.fields.length > 0;
  const ungrouped = [...fields.keys()].filter((name) => !groupedNames.has(name));
  return {
    first: firstGroups.map(toGroup).filter(hasFields),
    more: moreGroups
      .map((group) => (group.name === "ids" ? withNames(group, ungrouped) : group))
      .map(toGroup)
      .filter(hasFields),
  };
}

/**
 * The names in all groups. A later version of the specification may have fields that are in none of
 * them.
 */
const groupedNames = new Set(
  [...firstGroups, ...moreGroups].flatMap(({ fieldNames }) => fieldNames),
);

function withNames(group: FieldNameGroup, added: string[]): FieldNameGroup {
  return { ...group, fieldNames: [...group.fieldNames, ...added] };
}

/**
 * Returns the fields by name, such as `main.material_name`, without those of the category that does
 * not apply.
 */
function listFields(excludedCategory: "fff" | "sla"): Map<string, OpenPrintTagField> {
  return new Map(
    (["main", "aux"] as const).flatMap((region) =>
      openPrintTagFields[region]
        .filter(({ category }) => category !== excludedCategory)
        .map((field) => [`${region}.${field.name}`, field] as const),
    ),
  );
}

/**
 * Returns one form field, or several for the properties of a material, which are split by category.
 */
function toFormFields(name: string, field: OpenPrintTagField, value: string): FormField[] {
  const label = toFieldLabel(field.name);
  if (field.type === "enum_array") return toCheckFields(name, label, field);
  if (field.type === "enum") {
    return [{ name, label, control: "select", options: toOptions(field, value) }];
  }
  // Longer units of the specification are descriptions rather than symbols.
  const unit = field.unit && /^[^\s[]{1,6}$/.test(field.unit) ? { unit: field.unit } : {};
  return [{ name, label, control: controls[field.type], ...unit }];
}

const controls: Record<
  Exclude<OpenPrintTagField["type"], "enum" | "enum_array">,
  FormField["control"]
> = {
  int: "decimal",
  number: "decimal",
  timestamp: "date",
  string: "text",
  uuid: "text",
  color_rgba: "color",
  color_lab: "text",
};

/** Returns one field per category of options, and one for the options without a category. */
function toCheckFields(name: string, label: string, field: OpenPrintTagField): FormField[] {
  const items = field.items ? openPrintTagEnums[field.items] : [];
  const optionsIn = (category?: string) =>
    items
      .filter((item) => item.category === category)
      .map((item) => ({ value: item.name, label: item.label }));
  const categorized = materialTagCategories.map((category) => ({
    name,
    label: `${label}: ${category.label.toLowerCase()}`,
    control: "checks" as const,
    options: optionsIn(category.name),
  }));
  const uncategorized = { name, label, control: "checks" as const, options: optionsIn() };
  return [...categorized, uncategorized].filter(({ options }) => options.length > 0);
}

/**
 * Returns the options of an enum. A value that this version does not know is kept as an option of
 * its own.
 */
function toOptions(field: OpenPrintTagField, value: string) {
  const items = field.items ? openPrintTagEnums[field.items] : [];
  const options = items.map((item) => ({
    value: item.name,
    label: field.items === "materialTypes" ? `${item.name} – ${item.label}` : item.label,
  }));
  const emptyOption =
    field.required === "yes" && value !== ""
      ? []
      : [{ value: "", label: writeOpenPrintTagTexts.none }];
  const isKnown = value === "" || items.some(({ name }) => name === value);
  const unknownOption = isKnown
    ? []
    : [{ value, label: writeOpenPrintTagTexts.unknown({ value }) }];
  return [...emptyOption, ...options, ...unknownOption];
}

/** Returns the label of a field: the text for it, or else the specification's name with spaces. */
export function toFieldLabel(name: string): string {
  const spaced = name.replaceAll("_", " ");
  const { labels } = writeOpenPrintTagTexts;
  return Object.hasOwn(labels, name)
    ? labels[name as keyof typeof labels]
    : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
