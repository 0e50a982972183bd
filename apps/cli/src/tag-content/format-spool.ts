import type { Spool, TemperatureRange } from "@scanhook/tags";

/**
 * Returns what a spool's tag says, one labeled value for each fact. Leaves out what only an
 * OpenPrintTag can say, because its fields are listed under their own names.
 */
export function listSpoolFacts(spool: Spool): [label: string, value: string][] {
  const { version, colors, problems } = spool;
  const facts: [label: string, value: string | undefined][] = [
    ["Format", version === undefined ? spool.format : `${spool.format} ${version}`],
    ["Brand", spool.brand],
    ["Material", join([spool.material, spool.variant, spool.materialInFull, spool.class])],
    ["Color", join([spool.colorName, ...colors])],
    ["Left", withUnit(spool.remainingWeight, "g")],
    ["Weight when full", withUnit(spool.fullWeight, "g")],
    ["Empty container", withUnit(spool.containerWeight, "g")],
    ["Length when full", withUnit(spool.length, "m")],
    ["Volume", withUnit(spool.volume, "ml")],
    ["Print", formatRange(spool.printTemperature)],
    ["Bed", formatRange(spool.bedTemperature)],
    ["Chamber", formatRange(spool.chamberTemperature)],
    ["Drying", formatRange(spool.dryingTemperature)],
    ["Drying time", withUnit(spool.dryingTime, "min")],
    ["Diameter", withUnit(spool.diameter, "mm")],
    ["Smallest nozzle", withUnit(spool.minNozzleDiameter, "mm")],
    ["Density", withUnit(spool.density, "g/cm³")],
    ["Made", spool.madeOn],
    ["Serial number", spool.serial],
    ["SKU", spool.sku],
    ["GTIN", spool.gtin],
    ["Message", spool.message],
    ["Address", spool.url],
    ...problems.map((problem): [string, string] => ["Problem", problem]),
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
}

function join(parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(", ") || undefined;
}

function withUnit(value: number | undefined, unit: string): string | undefined {
  return value === undefined ? undefined : `${value} ${unit}`;
}

function formatRange({ min, max, best }: TemperatureRange = {}): string | undefined {
  const words = [
    min === undefined ? undefined : `from ${min} °C`,
    max === undefined ? undefined : `up to ${max} °C`,
    best === undefined ? undefined : `best ${best} °C`,
  ];
  return join(words);
}
