import type { Output } from "../io.ts";

/** The characters that move the cursor, recolor the terminal or change the direction of the text. */
const harmful = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Replaces harmful characters by escapes, so that untrusted text is safe to print and stays on one line. */
export function printable(text: string): string {
  return text.replace(harmful, (character) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? toEscape(character);
  });
}

/** Escapes harmful characters in JSON for a terminal, which keeps its meaning. Returns it unchanged for a pipe or file. */
export function printableJson(json: string, { isTTY = false }: Pick<Output, "isTTY">): string {
  if (!isTTY) return json;
  return json.replace(harmful, (character) =>
    character === "\n" ? character : toEscape(character),
  );
}

function toEscape(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}
