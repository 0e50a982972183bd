/**
 * Tells whether the code of a guest looks like a name: it is the guest's own, or words without a
 * digit. Whoever knows the name then has a ticket.
 */
export function isNameLike(code: string, label: string): boolean {
  if (code.toLowerCase() === label.toLowerCase()) return true;
  return /^\p{L}[\p{L}\p{M}'’.-]*( [\p{L}\p{M}'’.-]+)*$/u.test(code) && /\p{Ll}|\p{Lo}/u.test(code);
}
