import { foot, inch, type UnitSystem } from "./unit-system.ts";

/** The denominator of the smallest fraction of an inch that is shown. */
const inchDenominator = 16;

/** The decimal separator and the unit of imperial areas, in the language of the readers. */
export type MeasureWords = { decimal: string; squareFeet: string };

export const englishMeasures: MeasureWords = { decimal: ".", squareFeet: "sq ft" };

/** Formats a length for people: `3.62 m`, or feet, inches and sixteenths as `11′ 10 1/2″`. */
export function formatLength(
  meters: number,
  system: UnitSystem,
  words: MeasureWords = englishMeasures,
): string {
  return system === "metric" ? `${formatDecimal(meters, 2, words)} m` : formatFeet(meters);
}

/** Formats a number with exactly this number of digits after the decimal separator. */
export function formatDecimal(value: number, digits: number, { decimal }: MeasureWords): string {
  return value.toFixed(digits).replace(".", decimal);
}

function formatFeet(meters: number): string {
  const sixteenths = Math.round((Math.abs(meters) / inch) * inchDenominator);
  const sign = meters < 0 && sixteenths > 0 ? "−" : "";
  const feet = Math.floor(sixteenths / (12 * inchDenominator));
  const inches = Math.floor(sixteenths / inchDenominator) % 12;
  const numerator = sixteenths % inchDenominator;
  const fraction = numerator === 0 ? "" : ` ${reduceFraction(numerator, inchDenominator)}`;
  return `${sign}${feet}′ ${inches}${fraction}″`;
}

function reduceFraction(numerator: number, denominator: number): string {
  if (numerator % 2 !== 0) return `${numerator}/${denominator}`;
  return reduceFraction(numerator / 2, denominator / 2);
}

/** Formats an area for people: `25.73 m²` or `277.0 sq ft`. */
export function formatArea(
  squareMeters: number,
  system: UnitSystem,
  words: MeasureWords = englishMeasures,
): string {
  if (system === "metric") return `${formatDecimal(squareMeters, 2, words)} m²`;
  return `${formatDecimal(squareMeters / (foot * foot), 1, words)} ${words.squareFeet}`;
}
