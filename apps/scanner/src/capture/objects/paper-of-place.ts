import type { Paper } from "@scanhook/objects";

/** Where people print on Letter. */
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

/** Returns the paper on which people print where a language tag such as `en-US` is from. */
export function paperOfPlace(language: string): Paper {
  const { region } = new Intl.Locale(language).maximize();
  return letterRegions.includes(region ?? "") ? "letter" : "a4";
}
