import {
  materialTagCategories,
  type OpenPrintTagField,
  openPrintTagEnums,
  openPrintTagFields,
} from "@scanhook/tags";
import { nfcWritingTexts } from "../../../texts/nfc-writing-texts.ts";
import type { OpenPrintTagValues } from "../../../writing/open-print-tag.ts";
import type { FormField } from "./kind-fields.ts";

const words = nfcWritingTexts.openPrintTag;
type GroupName = keyof typeof words.groups;
export type FieldGroup = { name: GroupName; fields: FormField[] };

/** The form of an OpenPrintTag, made from the specification's tables: what most people fill in, and the rest. */
export function openPrintTagForm(values: OpenPrintTagValues): {
  first: FieldGroup[];
  more: FieldGroup[];
} {
  const other = values["main.material_class"] === "SLA" ? "fff" : "sla";
  const fields = new Map<string, OpenPrintTagField>(
    (["main", "aux"] as const).flatMap((region) =>
      openPrintTagFields[region]
        .filter(({ category }) => category !== other)
        .map((field) => [`${region}.${field.name}`, field] as const),
    ),
  );
  const take = ([name, members]: [GroupName, string[]]): FieldGroup => ({
    name,
    fields: members.flatMap((member) => {
      const field = fields.get(member);
      fields.delete(member);
      return field ? toFormFields(member, field, values[member] ?? "") : [];
    }),
  });
  const filled = (groups: FieldGroup[]) => groups.filter((group) => group.fields.length > 0);
  const first = filled(firstGroups.map(take));
  const more = moreGroups.map(take);
  // Fields of a later version of the specification stand with the numbers.
  for (const [name, field] of fields) {
    more
      .find((group) => group.name === "ids")
      ?.fields.push(...toFormFields(name, field, values[name] ?? ""));
  }
  return { first, more: filled(more) };
}

const main = (...names: string[]) => names.map((name) => `main.${name}`);
const aux = (...names: string[]) => names.map((name) => `aux.${name}`);

const firstGroups: [GroupName, string[]][] = [
  [
    "material",
    main("material_class", "material_type", "material_name", "brand_name", "primary_color"),
  ],
  ["weights", main("nominal_netto_full_weight", "empty_container_weight")],
  [
    "temperatures",
    main(
      "min_print_temperature",
      "max_print_temperature",
      "min_bed_temperature",
      "max_bed_temperature",
    ),
  ],
  ["filament", main("filament_diameter")],
];

const moreGroups: [GroupName, string[]][] = [
  ["weights", main("actual_netto_full_weight", "nominal_full_length", "actual_full_length")],
  [
    "temperatures",
    main(
      "preheat_temperature",
      "min_chamber_temperature",
      "max_chamber_temperature",
      "chamber_temperature",
      "drying_temperature",
      "drying_time",
    ),
  ],
  [
    "colors",
    main(
      "secondary_color_0",
      "secondary_color_1",
      "secondary_color_2",
      "secondary_color_3",
      "secondary_color_4",
      "primary_color_lab",
      "primary_color_ral",
      "transmission_distance",
    ),
  ],
  ["properties", main("tags", "certifications")],
  [
    "measures",
    main(
      "density",
      "min_nozzle_diameter",
      "shore_hardness_a",
      "shore_hardness_d",
      "container_width",
      "container_outer_diameter",
      "container_inner_diameter",
      "container_hole_diameter",
      "container_volumetric_capacity",
      "viscosity_18c",
      "viscosity_25c",
      "viscosity_40c",
      "viscosity_60c",
      "cure_wavelength",
    ),
  ],
  ["dates", main("manufactured_date", "expiration_date", "country_of_origin")],
  [
    "use",
    aux(
      "consumed_weight",
      "storage_location",
      "purchase_time",
      "purchase_price",
      "purchase_currency",
      "last_stir_time",
      "workgroup",
      "general_purpose_range_user",
    ),
  ],
  [
    "ids",
    main(
      "material_abbreviation",
      "gtin",
      "brand_specific_instance_id",
      "brand_specific_package_id",
      "brand_specific_material_id",
      "instance_uuid",
      "package_uuid",
      "material_uuid",
      "brand_uuid",
      "write_protection",
    ),
  ],
];

/** Usually one; the properties of a material are so many that they come in groups. */
function toFormFields(name: string, field: OpenPrintTagField, value: string): FormField[] {
  const label = labelOf(field.name);
  if (field.type === "enum_array") return checkFields(name, label, field);
  if (field.type === "enum") {
    return [{ name, label, control: "select", options: optionsOf(field, value) }];
  }
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

function checkFields(name: string, label: string, field: OpenPrintTagField): FormField[] {
  const items = field.items ? openPrintTagEnums[field.items] : [];
  const toOptions = (category?: string) =>
    items
      .filter((item) => item.category === category)
      .map((item) => ({ value: item.name, label: item.label }));
  const grouped = materialTagCategories.map((category) => ({
    name,
    label: `${label}: ${category.label.toLowerCase()}`,
    control: "checks" as const,
    options: toOptions(category.name),
  }));
  const rest = { name, label, control: "checks" as const, options: toOptions() };
  return [...grouped, rest].filter(({ options }) => options.length > 0);
}

function optionsOf(field: OpenPrintTagField, value: string) {
  const items = field.items ? openPrintTagEnums[field.items] : [];
  const options = items.map((item) => ({
    value: item.name,
    label: field.items === "materialTypes" ? `${item.name} – ${item.label}` : item.label,
  }));
  const none = field.required === "yes" && value !== "" ? [] : [{ value: "", label: words.none }];
  const isKnown = value === "" || items.some(({ name }) => name === value);
  const unknown = isKnown ? [] : [{ value, label: words.unknown(value) }];
  return [...none, ...options, ...unknown];
}

/** A field's name for people. */
export function labelOf(name: string): string {
  const spaced = name.replaceAll("_", " ");
  return words.labels[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
