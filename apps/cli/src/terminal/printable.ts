import type { Output } from "../command.ts";

/** What moves the cursor, recolours the terminal or turns the writing round. */
const harmful = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A scan may hold anything, also what would move the cursor or recolour the terminal: that is written as escapes. */
export function printable(text: string): string {
  return text.replace(harmful, (character) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? toEscape(character);
  });
}

/** JSON as it is for a pipe or a file; for a terminal with more of it as escapes, which means the same. */
export function printableJson(json: string, { isTTY = false }: Pick<Output, "isTTY">): string {
  if (!isTTY) return json;
  return json.replace(harmful, (character) =>
    character === "\n" ? character : toEscape(character),
  );
}

function toEscape(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}
