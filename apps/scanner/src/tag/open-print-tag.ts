import {
  materialNameOf,
  type OpenPrintTag,
  type OpenPrintTagField,
  openPrintTagEnums,
  openPrintTagFields,
} from "@scanhook/tags";
import { openPrintTagTexts } from "../texts/en/open-print-tag.ts";

/** A labeled value of a material. */
export type TagFact = { label: string; value: string };

/** The most important facts about a material, as the card shows them. */
export type MaterialCard = {
  name: string;
  brand: string | undefined;
  /** For example `PLA · Polylactic Acid`; empty if the tag does not name the material. */
  material: string;
  /** `#RRGGBB` or `#RRGGBBAA`; the primary color comes first. */
  colors: string[];
  facts: TagFact[];
  /** Words such as `Glitter`. */
  properties: string[];
};

/** Returns the card of a tag, without the facts that the tag does not have. */
export function toMaterialCard(tag: OpenPrintTag): MaterialCard {
  const { main, aux = {} } = tag;
  const type = labelOf("materialTypes", main.material_type);
  const abbreviation = textOf(main.material_abbreviation) ?? textOf(main.material_type);
  const material = [abbreviation, type, labelOf("materialClasses", main.material_class)];
  return {
    name: materialNameOf(tag) ?? openPrintTagTexts.nameless,
    brand: textOf(main.brand_name),
    material: [...new Set(material.filter((part) => part !== undefined))].join(" · "),
    colors: colorFields.map((name) => main[name]).filter(isColor),
    facts: [
      ...listWeights(main, aux),
      ...listTemperatures(main),
      ...listMeasures(main),
      ...listDates(main),
    ],
    properties: listOf(main.tags).map((name) => labelOf("materialTags", name) ?? String(name)),
  };
}

/**
 * Returns all fields of a tag in the order and with the names of the specification, and the UUIDs,
 * written or derived.
 */
export function listAllFields(tag: OpenPrintTag): { region: string; facts: TagFact[] }[] {
  const regions = (["main", "aux", "meta"] as const).map((name) => ({
    region: openPrintTagTexts.regions[name],
    facts: [
      ...openPrintTagFields[name].flatMap((field) => {
        const value = tag[name]?.[field.name];
        return value === undefined ? [] : [{ label: field.name, value: formatField(field, value) }];
      }),
      ...Object.entries(tag.unknownFields[name] ?? {}).map(([key, value]) => ({
        label: openPrintTagTexts.unknownField(key),
        value,
      })),
    ],
  }));
  const uuids = Object.entries(tag.uuids).map(([name, value]) => ({
    label: openPrintTagTexts.uuids[name as keyof typeof openPrintTagTexts.uuids],
    value: value ?? "",
  }));
  return [...regions, { region: openPrintTagTexts.regions.uuids, facts: uuids }].filter(
    ({ facts }) => facts.length > 0,
  );
}

type Fields = Record<string, unknown>;

function listWeights(main: Fields, aux: Fields): TagFact[] {
  const nominalGrams = numberOf(main.nominal_netto_full_weight);
  const actualGrams = numberOf(main.actual_netto_full_weight);
  const usedGrams = numberOf(aux.consumed_weight);
  const fullGrams = actualGrams ?? nominalGrams;
  const leftGrams =
    fullGrams !== undefined && usedGrams !== undefined
      ? Math.max(0, fullGrams - usedGrams)
      : undefined;
  return toFacts([
    [
      openPrintTagTexts.facts.left,
      leftGrams !== undefined && fullGrams
        ? openPrintTagTexts.leftOf(formatGrams(leftGrams), formatPercent(leftGrams / fullGrams))
        : undefined,
    ],
    [
      openPrintTagTexts.facts.full,
      fullGrams !== undefined ? formatFullWeight(fullGrams, nominalGrams) : undefined,
    ],
    [openPrintTagTexts.facts.container, formatWithUnit(main.empty_container_weight, "g")],
    [
      openPrintTagTexts.facts.length,
      formatMeters(numberOf(main.actual_full_length) ?? numberOf(main.nominal_full_length)),
    ],
  ]);
}

function formatFullWeight(fullGrams: number, nominalGrams: number | undefined): string {
  return nominalGrams === undefined || nominalGrams === fullGrams
    ? formatGrams(fullGrams)
    : openPrintTagTexts.nominal(formatGrams(fullGrams), formatGrams(nominalGrams));
}

function listTemperatures(main: Fields): TagFact[] {
  const chamberRange = formatRange(
    main.min_chamber_temperature,
    main.max_chamber_temperature,
    "°C",
  );
  const bestChamber = formatWithUnit(main.chamber_temperature, "°C");
  const dryingMinutes = numberOf(main.drying_time);
  const drying = formatWithUnit(main.drying_temperature, "°C");
  return toFacts([
    [
      openPrintTagTexts.facts.print,
      formatRange(main.min_print_temperature, main.max_print_temperature, "°C"),
    ],
    [
      openPrintTagTexts.facts.bed,
      formatRange(main.min_bed_temperature, main.max_bed_temperature, "°C"),
    ],
    [openPrintTagTexts.facts.preheat, formatWithUnit(main.preheat_temperature, "°C")],
    [
      openPrintTagTexts.facts.chamber,
      chamberRange && bestChamber
        ? openPrintTagTexts.best(chamberRange, bestChamber)
        : (chamberRange ?? bestChamber),
    ],
    [
      openPrintTagTexts.facts.drying,
      drying && dryingMinutes !== undefined
        ? openPrintTagTexts.during(drying, formatHours(dryingMinutes))
        : drying,
    ],
  ]);
}

function listMeasures(main: Fields): TagFact[] {
  return toFacts([
    [openPrintTagTexts.facts.diameter, formatWithUnit(main.filament_diameter, "mm")],
    [openPrintTagTexts.facts.nozzle, formatWithUnit(main.min_nozzle_diameter, "mm")],
    [openPrintTagTexts.facts.density, formatWithUnit(main.density, "g/cm³")],
    [openPrintTagTexts.facts.wavelength, formatWithUnit(main.cure_wavelength, "nm")],
    [openPrintTagTexts.facts.viscosity, formatWithUnit(main.viscosity_25c, "mPa·s")],
    [openPrintTagTexts.facts.volume, formatWithUnit(main.container_volumetric_capacity, "ml")],
  ]);
}

function listDates(main: Fields): TagFact[] {
  return toFacts([
    [openPrintTagTexts.facts.made, toDay(main.manufactured_date)],
    [openPrintTagTexts.facts.expires, toDay(main.expiration_date)],
    [openPrintTagTexts.facts.protection, labelOf("writeProtections", main.write_protection)],
  ]);
}

function toFacts(rows: [label: string, value: string | undefined][]): TagFact[] {
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** The specification lists the primary color first. */
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

const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const wholePercents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

function formatWithUnit(value: unknown, unit: string): string | undefined {
  const number = numberOf(value);
  return number === undefined ? undefined : `${decimals.format(number)} ${unit}`;
}

function formatRange(from: unknown, to: unknown, unit: string): string | undefined {
  const [low, high] = [numberOf(from), numberOf(to)];
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined) return openPrintTagTexts.upTo(`${decimals.format(high!)} ${unit}`);
  if (high === undefined) return openPrintTagTexts.from(`${decimals.format(low)} ${unit}`);
  if (low === high) return `${decimals.format(low)} ${unit}`;
  return `${decimals.format(low)}–${decimals.format(high)} ${unit}`;
}

function formatGrams(value: number): string {
  return `${decimals.format(value)} g`;
}

function formatPercent(share: number): string {
  return wholePercents.format(share);
}

function formatMeters(millimeters: number | undefined): string | undefined {
  return millimeters === undefined ? undefined : formatWithUnit(millimeters / 1000, "m");
}

function formatHours(minutes: number): string {
  return minutes % 60 === 0
    ? `${decimals.format(minutes / 60)} h`
    : `${decimals.format(minutes)} min`;
}

/**
 * Formats seconds since 1970 as a date in UTC, because only the day matters for a material. Returns
 * undefined for any other value.
 */
function toDay(value: unknown): string | undefined {
  const seconds = numberOf(value);
  const date = new Date((seconds ?? Number.NaN) * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(date);
}

function formatField({ type, unit, items }: OpenPrintTagField, value: unknown): string {
  if (type === "timestamp") return toDay(value) ?? String(value);
  const parts = listOf(value).length > 0 ? listOf(value) : [value];
  const formatted = parts.map((part) => {
    const label = items && labelOf(items, part);
    if (label && label.toLowerCase() !== String(part).toLowerCase()) return `${part} (${label})`;
    return typeof part === "number" && type === "number" && unit
      ? decimals.format(part)
      : String(part);
  });
  return unit && type !== "color_lab" && typeof value === "number"
    ? `${formatted.join(", ")} ${unit}`
    : formatted.join(", ");
}
