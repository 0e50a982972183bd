import type { Spool, TemperatureRange } from "@scanhook/tags";

/** Returns what a spool's tag says, one labeled value for each fact. */
export function listSpoolFacts(spool: Spool): [label: string, value: string][] {
  const { version, colors, properties, problems } = spool;
  const facts: [label: string, value: string | undefined][] = [
    ["Format", version === undefined ? spool.format : `${spool.format} ${version}`],
    ["Brand", spool.brand],
    ["Name", spool.name],
    ["Material", join([spool.material, spool.variant, spool.materialInFull, spool.class])],
    ["Color", join([spool.colorName, ...colors])],
    ["Properties", join(properties)],
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
  const limits =
    min !== undefined && max !== undefined
      ? `${min} to ${max} °C`
      : (prefix("from", min) ?? prefix("up to", max));
  const recommended = best === undefined ? undefined : `${best} °C`;
  return limits && recommended ? `${limits}, best ${recommended}` : (limits ?? recommended);
}

function prefix(word: string, value: number | undefined): string | undefined {
  return value === undefined ? undefined : `${word} ${value} °C`;
}
