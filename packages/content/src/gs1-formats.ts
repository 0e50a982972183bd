import type { Gs1Check } from "./gs1-check.ts";
import { type Gs1DateForm, gs1DatePatterns, isGs1DateForm } from "./gs1-dates.ts";

/** The format of a value in a GS1 code. */
export type Gs1Format = {
  /** Matches the start of a text with the longest value that the format allows. */
  pattern: RegExp;
  check?: Gs1Check;
  date?: Gs1DateForm;
  /** Whether the value is percent-encoded, with a plus sign for a space. */
  isPercentEncoded?: true;
};

/**
 * The characters of `n` (digits), `x` (CSET 82), `y` (CSET 39), `z` (base64url) and `h` (a hyphen).
 */
const characters = {
  n: "\\d",
  x: '[!"%-?A-Z_a-z]',
  y: "[#\\-/0-9A-Z]",
  z: "[\\w=-]",
  h: "-",
} as const;

const component = /(\[?)([nxyzh])(\.\.)?(\d+)([cpi%]?)\]?\+?/gy;

/**
 * Parses a format of the table of identifiers: the name of a date form, or components as in the GS1
 * Barcode Syntax Dictionary, where `n6` means 6 digits, `n..8` 1 to 8 digits and `[n..8]` that the
 * component is optional. A letter after a component marks a check: `c` a check digit at its end,
 * `p` a pair of check characters, `i` an IBAN. `%` marks a percent-encoded text.
 */
export function parseGs1Format(format: string): Gs1Format {
  if (isGs1DateForm(format)) {
    return { pattern: new RegExp(`^${gs1DatePatterns[format]}`), date: format };
  }
  let source = "^";
  let offset = 0;
  const parsed: Omit<Gs1Format, "pattern"> = {};
  for (const [, isOptional, set, upTo, length, mark] of format.matchAll(component)) {
    const part = `${characters[set as keyof typeof characters]}{${upTo ? "1," : ""}${length}}`;
    source += isOptional ? `(?:${part})?` : part;
    if (mark === "c") parsed.check = { kind: "digit", from: offset, to: offset + Number(length) };
    if (mark === "p") parsed.check = { kind: "pair" };
    if (mark === "i") parsed.check = { kind: "iban" };
    if (mark === "%") parsed.isPercentEncoded = true;
    offset += Number(length);
  }
  return { ...parsed, pattern: new RegExp(source) };
}
