/** Characters of the longest name of a tag. */
export const longestTagName = 100;

/**
 * The name somebody gives a tag, without the spaces around it. Undefined when it cannot be one: nothing that can be
 * seen, too long, more than one line, control characters, half a character.
 */
export function parseTagName(text: string): string | undefined {
  const name = text.trim();
  const fits = [...name].length <= longestTagName && name.isWellFormed();
  return fits && /[^\p{Z}\p{Cc}\p{Cf}]/u.test(name) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)
    ? name
    : undefined;
}
