import {
  dropUndefined,
  formatDay,
  roundAmount,
  type Spool,
  toTemperatureRange,
} from "../spools/spool.ts";
import type { OpenPrintTag } from "./parse.ts";
import { openPrintTagEnums } from "./tables/enums.ts";
import { openPrintTagFields } from "./tables/fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Returns the spool or bottle that an OpenPrintTag describes. */
export function toSpool({ main, aux = {}, problems }: OpenPrintTag): Spool {
  const number = (name: string) => numberOf(main[name]);
  return dropUndefined({
    format: "OpenPrintTag",
    brand: textOf(main.brand_name),
    name: textOf(main.material_name),
    material: textOf(main.material_abbreviation) ?? textOf(main.material_type),
    materialInFull: labelOf("materialTypes", main.material_type),
    class: labelOf("materialClasses", main.material_class),
    colors: colorFields.map((name) => main[name]).filter(isColor),
    properties: listOf(main.tags).map((name) => labelOf("materialTags", name) ?? String(name)),
    ...readAmounts(main, aux),
    printTemperature: toTemperatureRange(
      number("min_print_temperature"),
      number("max_print_temperature"),
    ),
    bedTemperature: toTemperatureRange(
      number("min_bed_temperature"),
      number("max_bed_temperature"),
    ),
    chamberTemperature: toTemperatureRange(
      number("min_chamber_temperature"),
      number("max_chamber_temperature"),
      number("chamber_temperature"),
    ),
    dryingTemperature: toTemperatureRange(undefined, undefined, number("drying_temperature")),
    dryingTime: number("drying_time"),
    preheatTemperature: number("preheat_temperature"),
    diameter: number("filament_diameter"),
    minNozzleDiameter: number("min_nozzle_diameter"),
    density: number("density"),
    cureWavelength: number("cure_wavelength"),
    viscosity: number("viscosity_25c"),
    madeOn: dayOf(main.manufactured_date),
    expiresOn: dayOf(main.expiration_date),
    writeProtection: labelOf("writeProtections", main.write_protection),
    problems,
  });
}

function readAmounts(main: Fields, aux: Fields) {
  const nominalWeight = numberOf(main.nominal_netto_full_weight);
  const fullWeight = numberOf(main.actual_netto_full_weight) ?? nominalWeight;
  const usedWeight = numberOf(aux.consumed_weight);
  const millimeters = numberOf(main.actual_full_length) ?? numberOf(main.nominal_full_length);
  const isTracked = fullWeight !== undefined && usedWeight !== undefined;
  return {
    nominalWeight,
    fullWeight,
    remainingWeight: isTracked ? roundAmount(Math.max(0, fullWeight - usedWeight)) : undefined,
    containerWeight: numberOf(main.empty_container_weight),
    length: millimeters === undefined ? undefined : millimeters / 1000,
    volume: numberOf(main.container_volumetric_capacity),
  };
}

/** The names of the color fields in the order of the specification, the primary color first. */
const colorFields = openPrintTagFields.main
  .filter(({ type }) => type === "color_rgba")
  .map(({ name }) => name);

function isColor(value: unknown): value is string {
  return typeof value === "string" && /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the label of an enum's value; undefined if this version does not know it. */
function labelOf(enumName: keyof typeof openPrintTagEnums, name: unknown): string | undefined {
  return openPrintTagEnums[enumName].find((each) => each.name === name)?.label;
}

/** Converts seconds since 1970 to a date in UTC, because only the day matters for a material. */
function dayOf(value: unknown): string | undefined {
  const date = new Date((numberOf(value) ?? Number.NaN) * 1000);
  return formatDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}
