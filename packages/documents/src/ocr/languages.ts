/**
 * The languages that are offered, by their code (ISO 639-2/T), with their own names. The npm
 * package `@tesseract.js-data/<code>` holds the data of each. Those of other languages work too
 * where they are installed.
 */
export const textLanguages: Readonly<Record<string, string>> = {
  eng: "English",
  deu: "Deutsch",
  fra: "Français",
  spa: "Español",
  ita: "Italiano",
  por: "Português",
  nld: "Nederlands",
  pol: "Polski",
};

/** Returns whether a text is written like the code of a language, such as `eng` or `chi_sim`. */
export function isLanguageCode(text: string): boolean {
  return /^[a-z]{3}(_[a-z]{1,8})*$/.test(text);
}
