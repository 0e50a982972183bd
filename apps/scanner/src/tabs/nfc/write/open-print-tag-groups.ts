import type { writeOpenPrintTagTexts } from "../../../texts/writing.ts";

export type GroupName = keyof typeof writeOpenPrintTagTexts.groups;

/** A group of fields of the form, by their names in the specification's tables. */
export type FieldNameGroup = { name: GroupName; fieldNames: string[] };

const main = (...names: string[]) => names.map((name) => `main.${name}`);
const aux = (...names: string[]) => names.map((name) => `aux.${name}`);

/** The fields that most people fill in. */
export const firstGroups: FieldNameGroup[] = [
  {
    name: "material",
    fieldNames: main(
      "material_class",
      "material_type",
      "material_name",
      "brand_name",
      "primary_color",
    ),
  },
  { name: "weights", fieldNames: main("nominal_netto_full_weight", "empty_container_weight") },
  {
    name: "temperatures",
    fieldNames: main(
      "min_print_temperature",
      "max_print_temperature",
      "min_bed_temperature",
      "max_bed_temperature",
    ),
  },
  { name: "filament", fieldNames: main("filament_diameter") },
];

/** All other fields, which the form folds away at first. */
export const moreGroups: FieldNameGroup[] = [
  {
    name: "weights",
    fieldNames: main("actual_netto_full_weight", "nominal_full_length", "actual_full_length"),
  },
  {
    name: "temperatures",
    fieldNames: main(
      "preheat_temperature",
      "min_chamber_temperature",
      "max_chamber_temperature",
      "chamber_temperature",
      "drying_temperature",
      "drying_time",
    ),
  },
  {
    name: "colors",
    fieldNames: main(
      "secondary_color_0",
      "secondary_color_1",
      "secondary_color_2",
      "secondary_color_3",
      "secondary_color_4",
      "primary_color_lab",
      "primary_color_ral",
      "transmission_distance",
    ),
  },
  { name: "properties", fieldNames: main("tags", "certifications") },
  {
    name: "measures",
    fieldNames: main(
      "density",
      "min_nozzle_diameter",
      "hardness_shore_a",
      "hardness_shore_d",
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
  },
  { name: "dates", fieldNames: main("manufactured_date", "expiration_date", "country_of_origin") },
  {
    name: "use",
    fieldNames: aux(
      "consumed_weight",
      "storage_location",
      "purchase_time",
      "purchase_price",
      "purchase_currency",
      "last_stir_time",
      "workgroup",
      "general_purpose_range_user",
    ),
  },
  {
    name: "ids",
    fieldNames: main(
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
  },
];
