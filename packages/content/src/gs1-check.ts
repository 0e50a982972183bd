import { hasValidCheckDigit } from "./product.ts";

/**
 * The check of a value: the digits from index `from` up to but excluding `to` end with a check
 * digit, the value ends with a pair of check characters, or it is an IBAN.
 */
export type Gs1Check = { kind: "digit"; from: number; to: number } | { kind: "pair" | "iban" };

/** Returns whether a value fits its check digit or check characters. */
export function passesGs1Check(value: string, check: Gs1Check): boolean {
  if (check.kind === "digit") return hasValidCheckDigit(value.slice(check.from, check.to));
  return check.kind === "pair" ? hasValidCheckPair(value) : isIban(value);
}

const cset82 =
  "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const cset32 = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** The weights of up to 23 characters in front of the pair, from the right. */
const primeWeights = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
];

/**
 * Returns whether the last two characters are the check characters of the others (GS1 General
 * Specifications, "Check character calculation (for alphanumeric keys)"; the arithmetic is that of
 * the syntax dictionary's linter `csumalpha`).
 */
function hasValidCheckPair(value: string): boolean {
  const body = Array.from(value.slice(0, -2)).reverse();
  const sum = body.reduce(
    (total, char, index) => total + cset82.indexOf(char) * primeWeights[index]!,
    0,
  );
  const remainder = sum % 1021;
  return value.slice(-2) === `${cset32[remainder >> 5]}${cset32[remainder & 31]}`;
}

/** Returns whether a text is an IBAN whose remainder by 97 is 1 (ISO 13616-1). */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d\d[0-9A-Z]{8,30}$/.test(value)) return false;
  let remainder = 0;
  for (const char of value.slice(4) + value.slice(0, 4)) {
    const digits = Number.parseInt(char, 36);
    remainder = (remainder * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return remainder === 1;
}
