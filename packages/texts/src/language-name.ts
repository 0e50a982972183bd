/**
 * Returns the name of a language in the language itself, such as `Deutsch` for `de`, with a capital
 * letter as at the start of a line; the tag if the browser does not know its name.
 */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
