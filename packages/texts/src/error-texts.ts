import { pageLanguage, pageLocale } from "./reader.ts";
import { type ErrorMessages, type HubError, translateError } from "./translate-error.ts";

/** The sentences of the errors of a hub in the language of the page, loaded when one is needed. */
export type ErrorTexts = {
  /**
   * Returns the sentence of an error. It is the hub's own, in English, for an unknown code, and if
   * the texts cannot be loaded. Never rejects.
   */
  sayError(error: HubError): Promise<string>;
  /** Returns the sentence of a code; undefined for an unknown code. */
  sayCode(code: string): Promise<string | undefined>;
};

/** `files` has the file `errors.json` of each language, as `import.meta.glob` returns it. */
export function createErrorTexts(files: Record<string, () => Promise<unknown>>): ErrorTexts {
  const languages = new Map(
    Object.entries(files).map(([path, open]) => [path.split("/").at(-2), open]),
  );
  const load = (language: string) =>
    languages.get(language)?.() as Promise<ErrorMessages> | undefined;

  return {
    async sayError(error) {
      const language = pageLanguage();
      if (language === "en") return error.message;
      try {
        const [english, own] = await Promise.all([load("en"), load(language)]);
        if (!english || !own) return error.message;
        return translateError(error, { english, own, locale: pageLocale() });
      } catch {
        return error.message;
      }
    },
    async sayCode(code) {
      const messages = await (load(pageLanguage()) ?? load("en"));
      return messages && Object.hasOwn(messages.codes, code) ? messages.codes[code] : undefined;
    },
  };
}
