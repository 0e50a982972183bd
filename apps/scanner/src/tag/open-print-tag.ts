import {
  materialNameOf,
  type OpenPrintTag,
  type OpenPrintTagField,
  openPrintTagEnums,
  openPrintTagFields,
} from "@scanhook/tags";
import { openPrintTagTexts as words } from "../texts/open-print-tag-texts.ts";

/** One line about a material. */
export type TagFact = { label: string; value: string };

/** What matters most about a material, as it stands on the card. */
export type MaterialCard = {
  name: string;
  brand: string | undefined;
  /** `PLA · Polylactic Acid`, or as much of it as the tag says. */
  material: string;
  /** `#RRGGBB` or `#RRGGBBAA`; the primary one first. */
  colors: string[];
  facts: TagFact[];
  /** Words such as `Glitter`. */
  properties: string[];
};

/** The card of a tag. What the tag does not say is left out. */
export function toMaterialCard(tag: OpenPrintTag): MaterialCard {
  const { main, aux = {} } = tag;
  const type = item("materialTypes", main.material_type);
  const short = textOf(main.material_abbreviation) ?? textOf(main.material_type);
  const material = [short, type, item("materialClasses", main.material_class)];
  return {
    name: materialNameOf(tag) ?? words.nameless,
    brand: textOf(main.brand_name),
    material: [...new Set(material.filter((part) => part !== undefined))].join(" · "),
    colors: colorFields.map((name) => main[name]).filter(isColor),
    facts: [...weights(main, aux), ...temperatures(main), ...measures(main), ...dates(main)],
    properties: listOf(main.tags).map((name) => item("materialTags", name) ?? String(name)),
  };
}

/** Everything the tag says, in the specification's order and names, with what it has derived. */
export function allFields(tag: OpenPrintTag): { region: string; facts: TagFact[] }[] {
  const regions = (["main", "aux", "meta"] as const).map((name) => ({
    region: words.regions[name],
    facts: [
      ...openPrintTagFields[name].flatMap((field) => {
        const value = tag[name]?.[field.name];
        return value === undefined ? [] : [{ label: field.name, value: printField(field, value) }];
      }),
      ...Object.entries(tag.unknownFields[name] ?? {}).map(([key, value]) => ({
        label: words.unknownField(key),
        value,
      })),
    ],
  }));
  const uuids = Object.entries(tag.uuids).map(([name, value]) => ({
    label: words.uuids[name as keyof typeof words.uuids],
    value: value ?? "",
  }));
  return [...regions, { region: words.regions.uuids, facts: uuids }].filter(
    ({ facts }) => facts.length > 0,
  );
}

type Fields = Record<string, unknown>;

function weights(main: Fields, aux: Fields): TagFact[] {
  const nominal = numberOf(main.nominal_netto_full_weight);
  const actual = numberOf(main.actual_netto_full_weight);
  const used = numberOf(aux.consumed_weight);
  const full = actual ?? nominal;
  const left = full !== undefined && used !== undefined ? Math.max(0, full - used) : undefined;
  return facts([
    [
      words.facts.left,
      left !== undefined && full ? words.leftOf(grams(left), percent(left / full)) : undefined,
    ],
    [words.facts.full, full !== undefined ? fullWeight(full, nominal) : undefined],
    [words.facts.container, withUnit(main.empty_container_weight, "g")],
    [
      words.facts.length,
      meters(numberOf(main.actual_full_length) ?? numberOf(main.nominal_full_length)),
    ],
  ]);
}

function fullWeight(full: number, nominal: number | undefined): string {
  return nominal === undefined || nominal === full
    ? grams(full)
    : words.nominal(grams(full), grams(nominal));
}

function temperatures(main: Fields): TagFact[] {
  const chamber = range(main.min_chamber_temperature, main.max_chamber_temperature, "°C");
  const best = withUnit(main.chamber_temperature, "°C");
  const time = numberOf(main.drying_time);
  const drying = withUnit(main.drying_temperature, "°C");
  return facts([
    [words.facts.print, range(main.min_print_temperature, main.max_print_temperature, "°C")],
    [words.facts.bed, range(main.min_bed_temperature, main.max_bed_temperature, "°C")],
    [words.facts.preheat, withUnit(main.preheat_temperature, "°C")],
    [words.facts.chamber, chamber && best ? words.best(chamber, best) : (chamber ?? best)],
    [words.facts.drying, drying && time !== undefined ? words.during(drying, hours(time)) : drying],
  ]);
}

function measures(main: Fields): TagFact[] {
  return facts([
    [words.facts.diameter, withUnit(main.filament_diameter, "mm")],
    [words.facts.nozzle, withUnit(main.min_nozzle_diameter, "mm")],
    [words.facts.density, withUnit(main.density, "g/cm³")],
    [words.facts.wavelength, withUnit(main.cure_wavelength, "nm")],
    [words.facts.viscosity, withUnit(main.viscosity_25c, "mPa·s")],
    [words.facts.volume, withUnit(main.container_volumetric_capacity, "ml")],
  ]);
}

function dates(main: Fields): TagFact[] {
  return facts([
    [words.facts.made, day(main.manufactured_date)],
    [words.facts.expires, day(main.expiration_date)],
    [words.facts.protection, item("writeProtections", main.write_protection)],
  ]);
}

function facts(rows: [label: string, value: string | undefined][]): TagFact[] {
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

/** The primary one first, as in the specification. */
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

/** What an enum's value means in words; undefined for one this version does not know. */
function item(list: keyof typeof openPrintTagEnums, name: unknown): string | undefined {
  return openPrintTagEnums[list].find((each) => each.name === name)?.label;
}

const decimals = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const wholePercents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

function withUnit(value: unknown, unit: string): string | undefined {
  const number = numberOf(value);
  return number === undefined ? undefined : `${decimals.format(number)} ${unit}`;
}

function range(from: unknown, to: unknown, unit: string): string | undefined {
  const [low, high] = [numberOf(from), numberOf(to)];
  if (low === undefined && high === undefined) return undefined;
  if (low === undefined) return words.upTo(`${decimals.format(high!)} ${unit}`);
  if (high === undefined) return words.from(`${decimals.format(low)} ${unit}`);
  if (low === high) return `${decimals.format(low)} ${unit}`;
  return `${decimals.format(low)}–${decimals.format(high)} ${unit}`;
}

function grams(value: number): string {
  return `${decimals.format(value)} g`;
}

function percent(share: number): string {
  return wholePercents.format(share);
}

function meters(millimeters: number | undefined): string | undefined {
  return millimeters === undefined ? undefined : withUnit(millimeters / 1000, "m");
}

function hours(minutes: number): string {
  return minutes % 60 === 0
    ? `${decimals.format(minutes / 60)} h`
    : `${decimals.format(minutes)} min`;
}

/** Seconds since 1970 as a day; the hour means nothing on a label. */
function day(value: unknown): string | undefined {
  const seconds = numberOf(value);
  const date = new Date((seconds ?? Number.NaN) * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(date);
}

function printField({ type, unit, items }: OpenPrintTagField, value: unknown): string {
  if (type === "timestamp") return day(value) ?? String(value);
  const parts = listOf(value).length > 0 ? listOf(value) : [value];
  const printed = parts.map((part) => {
    const label = items && item(items, part);
    if (label && label.toLowerCase() !== String(part).toLowerCase()) return `${part} (${label})`;
    return typeof part === "number" && type === "number" && unit
      ? decimals.format(part)
      : String(part);
  });
  return unit && type !== "color_lab" && typeof value === "number"
    ? `${printed.join(", ")} ${unit}`
    : printed.join(", ");
}
