/**
 * Tells whether the code of a guest looks like a name, so that everybody who knows the name has a
 * ticket: it equals the label of the guest, or consists of words without digits.
 */
export function isNameLike(code: string, label: string): boolean {
  if (code.toLowerCase() === label.toLowerCase()) return true;
  return /^\p{L}[\p{L}\p{M}'’.-]*( [\p{L}\p{M}'’.-]+)*$/u.test(code) && /\p{Ll}|\p{Lo}/u.test(code);
}
