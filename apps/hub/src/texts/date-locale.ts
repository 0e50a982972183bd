/**
 * Returns the locale in which texts of a language write dates and times. English texts have them
 * as in Britain: `22 Nov 2026, 14:02`.
 */
export function toDateLocale(language: string): string {
  return language === "en" ? "en-GB" : language;
}
