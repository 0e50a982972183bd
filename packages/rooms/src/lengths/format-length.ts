import { foot, inch, type UnitSystem } from "./unit-system.ts";

/** The denominator of the smallest fraction of an inch that is shown. */
const inchDenominator = 16;

/** Formats a length for people: `3.62 m`, or feet, inches and sixteenths as `11′ 10 1/2″`. */
export function formatLength(meters: number, system: UnitSystem): string {
  return system === "metric" ? `${meters.toFixed(2)} m` : formatFeet(meters);
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
export function formatArea(squareMeters: number, system: UnitSystem): string {
  if (system === "metric") return `${squareMeters.toFixed(2)} m²`;
  return `${(squareMeters / (foot * foot)).toFixed(1)} sq ft`;
}
