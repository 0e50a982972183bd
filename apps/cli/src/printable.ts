/** A scan may hold anything, also what would move the cursor or recolour the terminal: that is written as escapes. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`;
  });
}
