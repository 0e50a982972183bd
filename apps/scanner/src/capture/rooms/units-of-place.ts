import type { UnitSystem } from "@scanhook/rooms";

/** Returns the units in which people measure where a language tag such as `en-US` is from. */
export function unitsOfPlace(language: string): UnitSystem {
  const { region } = new Intl.Locale(language).maximize();
  return ["US", "LR", "MM"].includes(region ?? "") ? "imperial" : "metric";
}
