import { toHex } from "../hex.ts";

/** The formats of tags that describe a spool of filament or a bottle of resin. */
export type SpoolFormat = "OpenPrintTag" | "OpenTag3D" | "OpenSpool" | "TigerTag";

/** Temperatures in °C. `best` is the recommended one. */
export type TemperatureRange = { min?: number; max?: number; best?: number };

/**
 * A spool of filament or a bottle of resin, in one form for all formats. What the tag does not say
 * is missing. Weights are grams without the container, lengths meters, diameters millimeters.
 */
export type Spool = {
  format: SpoolFormat;
  /** The version of the format that the tag names, such as 2.001. */
  version?: string;
  brand?: string;
  /** The name of the product, if the format has one. */
  name?: string;
  /** For example PLA. */
  material?: string;
  /** The difference from other materials of this name, such as Silk or CF. */
  variant?: string;
  /** For example Polylactic Acid. */
  materialInFull?: string;
  /** For example Filament. */
  class?: string;
  colorName?: string;
  /** `#RRGGBB`, or `#RRGGBBAA` if it is not opaque; the primary color comes first. */
  colors: string[];
  /** Words such as Glitter. */
  properties: string[];
  nominalWeight?: number;
  /** The weight of the full spool as measured, if that is known, else the nominal one. */
  fullWeight?: number;
  remainingWeight?: number;
  containerWeight?: number;
  length?: number;
  /** Milliliters. */
  volume?: number;
  printTemperature?: TemperatureRange;
  bedTemperature?: TemperatureRange;
  chamberTemperature?: TemperatureRange;
  dryingTemperature?: TemperatureRange;
  preheatTemperature?: number;
  /** Minutes. */
  dryingTime?: number;
  diameter?: number;
  minNozzleDiameter?: number;
  /** Grams per cubic centimeter. */
  density?: number;
  /** Nanometers. */
  cureWavelength?: number;
  /** Millipascal seconds at 25 °C. */
  viscosity?: number;
  /** A date such as 2026-04-03. */
  madeOn?: string;
  expiresOn?: string;
  serial?: string;
  sku?: string;
  gtin?: string;
  /** A text that the owner of the spool wrote. */
  message?: string;
  /** An address with more data about the spool. */
  url?: string;
  writeProtection?: string;
  /** A sentence for each value that could not be read. */
  problems: string[];
};

/** A spool, or a sentence that says why the data is none. */
export type SpoolResult = { ok: true; spool: Spool } | { ok: false; reason: string };

/** Returns the name of the product, or else brand, material, variant and color in words. */
export function nameSpool(spool: Spool): string | undefined {
  const { name, brand, material, variant, colorName } = spool;
  const parts = [brand, material, variant, colorName].filter((part) => part !== undefined);
  return name ?? (parts.length > 0 ? parts.join(" ") : undefined);
}

/**
 * Returns one line about a spool for lists and logs: its format, its name, colors, weight, nozzle
 * temperatures and diameter.
 */
export function summarizeSpool(spool: Spool): string {
  const { format, colors, remainingWeight, fullWeight, printTemperature, diameter } = spool;
  const weight = remainingWeight ?? fullWeight;
  const facts = [
    nameSpool(spool),
    ...colors.map((color) => color.toUpperCase()),
    weight === undefined ? undefined : `${weight} g`,
    formatTemperatures(printTemperature),
    diameter === undefined ? undefined : `${diameter} mm`,
  ].filter((fact) => fact !== undefined);
  return facts.length > 0 ? `${format}: ${facts.join(", ")}` : format;
}

function formatTemperatures(range: TemperatureRange | undefined): string | undefined {
  const { min, max, best } = range ?? {};
  const only = best ?? min ?? max;
  if (only === undefined) return undefined;
  return min === undefined || max === undefined || min === max ? `${only} °C` : `${min}–${max} °C`;
}

/** Returns the range that has the temperatures that are set, or undefined if none is. */
export function toTemperatureRange(
  min: number | undefined,
  max: number | undefined,
  best?: number | undefined,
): TemperatureRange | undefined {
  const entries = Object.entries({ min, max, best }).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Returns the spool without the keys that are undefined. */
export function dropUndefined(spool: { [K in keyof Spool]: Spool[K] | undefined }): Spool {
  return Object.fromEntries(
    Object.entries(spool).filter(([, value]) => value !== undefined),
  ) as Spool;
}

/** Rounds to thousandths, which hides the errors of binary fractions. */
export function roundAmount(amount: number): number {
  return Math.round(amount * 1000) / 1000;
}

/** Formats red, green, blue and opacity as `#RRGGBB`, or as `#RRGGBBAA` if it is not opaque. */
export function formatColor(rgba: Uint8Array): string {
  const opaque = rgba[3] === undefined || rgba[3] === 0xff;
  return `#${toHex(opaque ? rgba.subarray(0, 3) : rgba).toUpperCase()}`;
}

/** Returns the date as YYYY-MM-DD, or undefined if there is no such day. */
export function formatDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1900 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}
