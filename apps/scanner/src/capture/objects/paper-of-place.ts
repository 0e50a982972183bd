import type { Paper } from "@scanhook/objects";

/** The ISO 3166 codes of the regions in which people print on Letter. */
const letterRegions = [
  "US",
  "CA",
  "MX",
  "PH",
  "CL",
  "CO",
  "CR",
  "GT",
  "PA",
  "DO",
  "VE",
  "PR",
  "SV",
  "NI",
];

/** Returns the usual paper in the likely region of a language tag such as `en-US`. */
export function paperOfPlace(language: string): Paper {
  const { region } = new Intl.Locale(language).maximize();
  return letterRegions.includes(region ?? "") ? "letter" : "a4";
}
