import { type Parsed, refuse } from "../input/parsed.ts";
import { printable } from "../terminal/printable.ts";

/**
 * Parses hexadecimal digits of either case. Ignores white space, colons and dashes between them.
 */
export function parseHex(text: string): Parsed<Uint8Array> {
  const digits = text.replace(/[\s:-]+/g, "");
  const invalid = /[^0-9a-f]/iu.exec(digits)?.[0];
  if (invalid !== undefined) {
    return refuse(`"${printable(invalid)}" is not a hexadecimal digit (0 to 9 and A to F).`);
  }
  if (digits.length % 2 === 1) {
    return refuse(`There are ${digits.length} hexadecimal digits, one too few or too many.`);
  }
  return { ok: true, value: fromHex(digits) };
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Converts valid hexadecimal: pairs of digits with nothing between them. */
export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(Buffer.from(digits, "hex"));
}
