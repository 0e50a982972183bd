import type { UnitSystem } from "@scanhook/rooms";

/** Returns the usual units of length in the likely region of a language tag such as `en-US`. */
export function unitsOfPlace(language: string): UnitSystem {
  const { region } = new Intl.Locale(language).maximize();
  return ["US", "LR", "MM"].includes(region ?? "") ? "imperial" : "metric";
}
