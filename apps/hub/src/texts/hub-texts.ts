import { makeTexts } from "@scanhook/texts/make-texts";
import { type LanguageTable, languages } from "./languages.ts";
import type { Alerts } from "./types/alerts.ts";
import type { Errors } from "./types/errors.ts";
import type { Messages } from "./types/messages.ts";
import type { Phone } from "./types/phone.ts";
import type { VerdictWords } from "./types/verdict-words.ts";
import type { Verdicts } from "./types/verdicts.ts";

type Areas = {
  alerts: Alerts;
  errors: Errors;
  messages: Messages;
  phone: Phone;
  verdictWords: VerdictWords;
  verdicts: Verdicts;
};

/**
 * How verdicts write numbers. Quantities have no separators of thousands, because people type them
 * again.
 */
export const verdictNumbers = { useGrouping: false, signDisplay: "negative" } as const;

/** How the numbers of an area are written, if not as usual in the language. */
const numberOptions: Partial<Record<keyof Areas, Intl.NumberFormatOptions>> = {
  verdictWords: verdictNumbers,
  verdicts: verdictNumbers,
};

/** The texts of the hub in all its languages. */
export type HubTexts = {
  /** The languages that the hub has, as BCP 47 tags, English first. */
  languages: readonly string[];
  /**
   * Returns the texts of an area in a language, or in English if the hub does not have the
   * language.
   */
  read<Area extends keyof Areas>(area: Area, language: string): Areas[Area];
};

/** Makes the texts of a table of languages. Those of an area are made when they are first read. */
export function createHubTexts(table: LanguageTable): HubTexts {
  const made = new Map<string, unknown>();
  return {
    languages: Object.keys(table),
    read<Area extends keyof Areas>(area: Area, language: string) {
      const known = Object.hasOwn(table, language) ? language : "en";
      const key = `${known} ${area}`;
      const texts = made.get(key) ?? makeTexts(table[known]![area], known, numberOptions[area]);
      made.set(key, texts);
      return texts as Areas[Area];
    },
  };
}

export const hubTexts: HubTexts = createHubTexts(languages);
