/** The maximum length of the name of a tag in characters. */
export const maxTagNameLength = 100;

/**
 * Parses the name of a tag, and trims it. Returns undefined for a name that is too long, has line
 * breaks, control characters or lone surrogates, or has no visible character.
 */
export function parseTagName(text: string): string | undefined {
  const name = text.trim();
  const fits = [...name].length <= maxTagNameLength && name.isWellFormed();
  return fits && /[^\p{Z}\p{Cc}\p{Cf}]/u.test(name) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
    ? name
    : undefined;
}
