import type { RecordValue, Spool, TagReading, TemperatureRange } from "@scanhook/tags";
import { spoolTexts } from "../texts/nfc.ts";
import { formatPercent } from "../texts/numbers.ts";
import { formatDay, type MaterialFact } from "./material-values.ts";

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
  const labels = spoolTexts.facts;
  const { remainingWeight, fullWeight, nominalWeight } = spool;
  const left = formatWithUnit(remainingWeight, "gram");
  const full = formatWithUnit(fullWeight, "gram");
  const nominal = formatWithUnit(nominalWeight, "gram");
  const share =
    remainingWeight !== undefined && fullWeight ? remainingWeight / fullWeight : undefined;
  return [
    [
      labels.left,
      left !== undefined && share !== undefined
        ? spoolTexts.leftOf({ left, share: formatPercent(share) })
        : undefined,
    ],
    [
      labels.full,
      full !== undefined && nominal !== undefined && nominal !== full
        ? spoolTexts.nominal({ actual: full, nominal })
        : full,
    ],
    [labels.container, formatWithUnit(spool.containerWeight, "gram")],
    [labels.length, formatWithUnit(spool.length, "meter")],
  ];
}

function listTemperatures(spool: Spool): Row[] {
  const labels = spoolTexts.facts;
  const drying = formatRange(spool.dryingTemperature);
  const { dryingTime } = spool;
  return [
    [labels.print, formatRange(spool.printTemperature)],
    [labels.bed, formatRange(spool.bedTemperature)],
    [labels.preheat, formatWithUnit(spool.preheatTemperature, "celsius")],
    [labels.chamber, formatRange(spool.chamberTemperature)],
    [
      labels.drying,
      drying !== undefined && dryingTime !== undefined
        ? spoolTexts.during({ temperature: drying, time: formatHours(dryingTime) })
        : drying,
    ],
  ];
}

function listMeasures(spool: Spool): Row[] {
  const labels = spoolTexts.facts;
  return [
    [labels.diameter, formatWithUnit(spool.diameter, "millimeter")],
    [labels.nozzle, formatWithUnit(spool.minNozzleDiameter, "millimeter")],
    [labels.density, formatWithUnit(spool.density, "density")],
    [labels.wavelength, formatWithUnit(spool.cureWavelength, "nanometer")],
    [labels.viscosity, formatWithUnit(spool.viscosity, "viscosity")],
    [labels.volume, formatWithUnit(spool.volume, "milliliter")],
  ];
}

function listOrigin(spool: Spool): Row[] {
  const labels = spoolTexts.facts;
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

function formatRange(range: TemperatureRange | undefined): string | undefined {
  const { min, max, best } = range ?? {};
  const limits = formatLimits(min, max);
  const recommended = formatWithUnit(best, "celsius");
  return limits !== undefined && recommended !== undefined
    ? spoolTexts.best({ range: limits, best: recommended })
    : (limits ?? recommended);
}

function formatLimits(min: number | undefined, max: number | undefined): string | undefined {
  const { celsius, celsiusRange } = spoolTexts.units;
  if (min !== undefined && max !== undefined)
    return min === max ? celsius({ value: max }) : celsiusRange({ min, max });
  if (min !== undefined) return spoolTexts.from({ value: celsius({ value: min }) });
  return max === undefined ? undefined : spoolTexts.upTo({ value: celsius({ value: max }) });
}

function formatHours(minutes: number): string {
  const { units } = spoolTexts;
  return minutes % 60 === 0
    ? units.hours({ value: minutes / 60 })
    : units.minutes({ value: minutes });
}

/** Formats a number with its unit; undefined for any other value. */
function formatWithUnit(
  value: unknown,
  unit: Exclude<keyof typeof spoolTexts.units, "celsiusRange">,
): string | undefined {
  const isNumber = typeof value === "number" && Number.isFinite(value);
  return isNumber ? spoolTexts.units[unit]({ value }) : undefined;
}
