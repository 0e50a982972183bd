import { formatLength as formatInFeet, type UnitSystem } from "@scanhook/rooms";
import { formatDigits, formatUnit } from "../../texts/numbers.ts";
import { roomTexts } from "../../texts/rooms.ts";

const squareMetersPerSquareFoot = 0.3048 ** 2;

/** Formats a length in meters: `3.62 m`, or feet, inches and sixteenths as `11′ 10 1/2″`. */
export function formatLength(meters: number, units: UnitSystem): string {
  return units === "metric" ? formatUnit(meters, "meter", 2) : formatInFeet(meters, units);
}

/** Formats an area in square meters: `25.73 m²` or `277.0 sq ft`. */
export function formatArea(squareMeters: number, units: UnitSystem): string {
  const area =
    units === "metric"
      ? formatDigits(squareMeters, 2)
      : formatDigits(squareMeters / squareMetersPerSquareFoot, 1);
  return roomTexts.areas[units]({ area });
}
