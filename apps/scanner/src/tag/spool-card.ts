import type { RecordValue, Spool, TagReading, TemperatureRange } from "@scanhook/tags";
import { spoolTexts } from "../texts/en/spool.ts";
import { decimals, formatDay, formatWithUnit, type MaterialFact } from "./material-values.ts";

/** The most important facts about a spool or a bottle, as the card shows them. */
export type SpoolCard = {
  name: string;
  /** For example `OpenTag3D 2.001`. */
  format: string;
  brand: string | undefined;
  /** For example `PLA · Polylactic Acid`; empty if the tag does not name the material. */
  material: string;
  /** `#RRGGBB` or `#RRGGBBAA`; the primary color comes first. */
  colors: string[];
  facts: MaterialFact[];
  /** Words such as `Glitter`. */
  properties: string[];
};

const { facts: labels } = spoolTexts;

/** Returns the card of a spool, without the facts that its tag does not have. */
export function toSpoolCard(spool: Spool): SpoolCard {
  const { format, version, material, variant, materialInFull } = spool;
  const materials = [material, variant, materialInFull, spool.class];
  const words = [material, variant, spool.colorName].filter((part) => part !== undefined);
  return {
    name: spool.name ?? (words.join(" ") || spoolTexts.nameless),
    format: version === undefined ? format : `${format} ${version}`,
    brand: spool.brand,
    material: [...new Set(materials.filter((part) => part !== undefined))].join(" · "),
    colors: spool.colors,
    facts: toFacts([
      ...listAmounts(spool),
      ...listTemperatures(spool),
      ...listMeasures(spool),
      ...listOrigin(spool),
    ]),
    properties: spool.properties,
  };
}

/**
 * Returns whether the card stands for a record. The JSON of an OpenSpool is shown beside the card,
 * because it may say more.
 */
export function isOnSpoolCard({ spool }: TagReading, { kind }: RecordValue): boolean {
  const kinds = {
    OpenPrintTag: "openPrintTag",
    OpenTag3D: "openTag3D",
    OpenSpool: "",
    TigerTag: "",
  };
  return spool !== undefined && kind === kinds[spool.format];
}

type Row = [label: string, value: string | undefined];

function listAmounts(spool: Spool): Row[] {
  const { remainingWeight, fullWeight, nominalWeight } = spool;
  const left = formatWithUnit(remainingWeight, "g");
  const full = formatWithUnit(fullWeight, "g");
  const nominal = formatWithUnit(nominalWeight, "g");
  const share =
    remainingWeight !== undefined && fullWeight ? remainingWeight / fullWeight : undefined;
  return [
    [
      labels.left,
      left !== undefined && share !== undefined
        ? spoolTexts.leftOf(left, wholePercents.format(share))
        : undefined,
    ],
    [
      labels.full,
      full !== undefined && nominal !== undefined && nominal !== full
        ? spoolTexts.nominal(full, nominal)
        : full,
    ],
    [labels.container, formatWithUnit(spool.containerWeight, "g")],
    [labels.length, formatWithUnit(spool.length, "m")],
  ];
}

function listTemperatures(spool: Spool): Row[] {
  const drying = formatRange(spool.dryingTemperature);
  const { dryingTime } = spool;
  return [
    [labels.print, formatRange(spool.printTemperature)],
    [labels.bed, formatRange(spool.bedTemperature)],
    [labels.preheat, formatWithUnit(spool.preheatTemperature, "°C")],
    [labels.chamber, formatRange(spool.chamberTemperature)],
    [
      labels.drying,
      drying !== undefined && dryingTime !== undefined
        ? spoolTexts.during(drying, formatHours(dryingTime))
        : drying,
    ],
  ];
}

function listMeasures(spool: Spool): Row[] {
  return [
    [labels.diameter, formatWithUnit(spool.diameter, "mm")],
    [labels.nozzle, formatWithUnit(spool.minNozzleDiameter, "mm")],
    [labels.density, formatWithUnit(spool.density, "g/cm³")],
    [labels.wavelength, formatWithUnit(spool.cureWavelength, "nm")],
    [labels.viscosity, formatWithUnit(spool.viscosity, "mPa·s")],
    [labels.volume, formatWithUnit(spool.volume, "ml")],
  ];
}

function listOrigin(spool: Spool): Row[] {
  return [
    [labels.made, spool.madeOn && formatDay(new Date(spool.madeOn))],
    [labels.expires, spool.expiresOn && formatDay(new Date(spool.expiresOn))],
    [labels.serial, spool.serial],
    [labels.sku, spool.sku],
    [labels.gtin, spool.gtin],
    [labels.message, spool.message],
    [labels.address, spool.url],
    [labels.protection, spool.writeProtection],
  ];
}

function toFacts(rows: Row[]): MaterialFact[] {
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

const wholePercents = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

function formatRange(range: TemperatureRange | undefined): string | undefined {
  const { min, max, best } = range ?? {};
  const limits = formatLimits(min, max);
  const recommended = formatWithUnit(best, "°C");
  return limits !== undefined && recommended !== undefined
    ? spoolTexts.best(limits, recommended)
    : (limits ?? recommended);
}

function formatLimits(min: number | undefined, max: number | undefined): string | undefined {
  if (max === undefined)
    return min === undefined ? undefined : spoolTexts.from(`${decimals.format(min)} °C`);
  if (min === undefined) return spoolTexts.upTo(`${decimals.format(max)} °C`);
  const low = min === max ? "" : `${decimals.format(min)}–`;
  return `${low}${decimals.format(max)} °C`;
}

function formatHours(minutes: number): string {
  return minutes % 60 === 0
    ? `${decimals.format(minutes / 60)} h`
    : `${decimals.format(minutes)} min`;
}
