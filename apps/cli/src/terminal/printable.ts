/**
 * The characters that move the cursor, recolor the terminal or change the direction of the text.
 */
const harmful = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Replaces harmful characters by escapes, so that untrusted text is safe to print and stays on one
 * line.
 */
export function printable(text: string): string {
  return text.replace(harmful, (character) => {
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[character];
    return short ?? toEscape(character);
  });
}

/** Matches the controls that the command itself writes: line ends, colors, a restarted line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these controls may pass
const own = /\r?\n|\t|\u001b\[[\d;]*m|\r\u001b\[K/;
const ownOrHarmful = new RegExp(`${own.source}|${harmful.source}`, "gu");

/**
 * Replaces harmful characters in the output of any command, which may contain untrusted text. Keeps
 * line ends, colors and the meaning of JSON. Keeps a bell that is the whole text.
 */
export function toTerminal(text: string): string {
  if (text === "\u0007") return text;
  return text.replace(ownOrHarmful, (part) => (own.test(part) ? part : toEscape(part)));
}

function toEscape(character: string): string {
  return `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}
