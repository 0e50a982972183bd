/**
 * Escapes U+0000, which PostgreSQL cannot store in a text. U+0000 becomes U+001A and "0", and
 * U+001A itself becomes U+001A and "1". Nearly all texts stay unchanged.
 */
export function toStoredText(text: string): string {
  return text.replaceAll("\u001a", "\u001a1").replaceAll("\0", "\u001a0");
}

/** Returns a value as JSON, from which PostgreSQL reads texts as `toStoredText` returns them. */
export function toStoredJson(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "string" ? toStoredText(each.toWellFormed()) : each,
  );
}

/** Reverses `toStoredText`. */
export function fromStoredText(text: string): string {
  return text.replaceAll("\u001a0", "\0").replaceAll("\u001a1", "\u001a");
}
