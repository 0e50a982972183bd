import type { WritableFormat } from "./formats.ts";

/**
 * Why a format cannot hold a content. `length`: it has not the number of digits that the format
 * has. `check-digit`: its last digit is not `expected`.
 */
export type ContentProblem =
  | { problem: "empty" | "too-long" | "not-ascii" | "not-digits" }
  | { problem: "length"; allowed: readonly [number, number] }
  | { problem: "check-digit"; expected: string };

/** The digits of EAN and UPC, with their check digit. */
const digitCounts = { ean13: 13, ean8: 8, upca: 12 } as const;

/** The most bytes that fit into a QR code with error correction M, and into a Data Matrix. */
const maxBytes = { qr: 2331, datamatrix: 1555 } as const;

/** Longer bars than those of so many characters do not fit into the picture of a camera. */
const maxCode128Length = 80;

/**
 * Returns why a format cannot hold a content, or undefined if it can. The check digit of EAN and
 * UPC may be left out.
 */
export function checkContent(format: WritableFormat, content: string): ContentProblem | undefined {
  if (content === "") return { problem: "empty" };
  if (format === "qr" || format === "datamatrix") {
    const byteCount = new TextEncoder().encode(content).length;
    return byteCount > maxBytes[format] ? { problem: "too-long" } : undefined;
  }
  if (format === "code128") {
    if (!/^[\0-\x7f]*$/.test(content)) return { problem: "not-ascii" };
    return content.length > maxCode128Length ? { problem: "too-long" } : undefined;
  }
  if (!/^\d+$/.test(content)) return { problem: "not-digits" };
  const count = digitCounts[format];
  if (content.length === count - 1) return undefined;
  if (content.length !== count) return { problem: "length", allowed: [count - 1, count] };
  const expected = toCheckDigit(content.slice(0, -1));
  return content.endsWith(expected) ? undefined : { problem: "check-digit", expected };
}

/** Returns the check digit of the other digits (GS1 General Specifications, 7.9). */
function toCheckDigit(digits: string): string {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}
