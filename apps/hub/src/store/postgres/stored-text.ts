/**
 * Any text as one that PostgreSQL takes, which knows no U+0000: that is written as U+001A and a 0, and U+001A itself as
 * U+001A and a 1. Nearly every text stays as it is.
 */
export function toStoredText(text: string): string {
  return text.replaceAll("\u001a", "\u001a1").replaceAll("\0", "\u001a0");
}

/** The text that `toStoredText` was given. */
export function fromStoredText(text: string): string {
  return text.replaceAll("\u001a0", "\0").replaceAll("\u001a1", "\u001a");
}
