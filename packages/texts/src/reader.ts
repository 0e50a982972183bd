import { pickLanguage } from "./pick-language.ts";
import { findDirection } from "./text-direction.ts";

const key = "scanhook.language";

/** The parts of a browser that Node lacks, so that this file needs no types of browsers. */
const browser = globalThis as unknown as {
  document?: { documentElement: { lang: string; dir: string } };
  localStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  location?: { reload(): void };
};

let language = "en";
let languages: readonly string[] = [];

/** Returns the language of the texts of this page. */
export function pageLanguage(): string {
  return language;
}

/** Returns the languages in which this page has texts. */
export function pageLanguages(): readonly string[] {
  return languages;
}

/**
 * Returns the locale of dates and numbers on this page: the device's own variant of the language,
 * such as `de-AT`, or else the language itself.
 */
export function pageLocale(): string {
  const device = globalThis.navigator?.languages ?? [];
  return device.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}

/** Picks the language of this page among the available ones, and declares it in the document. */
export function settleLanguage(available: readonly string[]): string {
  const chosen = readChosenLanguage();
  const device = globalThis.navigator?.languages ?? [];
  languages = available;
  language = pickLanguage(chosen === undefined ? device : [chosen, ...device], available);
  const root = browser.document?.documentElement;
  if (root) Object.assign(root, { lang: language, dir: findDirection(language) });
  return language;
}

/** Returns the language that the person chose on this device; undefined for that of the device. */
export function readChosenLanguage(): string | undefined {
  try {
    return browser.localStorage?.getItem(key) ?? undefined;
  } catch {
    // The browser forbids pages to store anything.
    return undefined;
  }
}

/**
 * Stores a choice, or without one returns to the language of the device, and reloads the page.
 * Returns false if the browser stores nothing.
 */
export function chooseLanguage(choice: string | undefined): boolean {
  try {
    if (choice === undefined) browser.localStorage!.removeItem(key);
    else browser.localStorage!.setItem(key, choice);
  } catch {
    return false;
  }
  browser.location!.reload();
  return true;
}
