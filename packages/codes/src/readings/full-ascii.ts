import type { Reading } from "./reading.ts";

/**
 * Returns the reading of a Code 39 as full ASCII, which its writer and its reader have to agree on,
 * and any other reading as it is. A pair of a sign ($, %, / or +) and a letter becomes one of the
 * 128 characters (ISO/IEC 16388, annex A; that text is not free, so the pairs are those of the AIM
 * specification USS-39 as bwip-js encodes them). A sign without a letter that makes a pair with it
 * stays. `bytes` stay those of the plain characters.
 */
export function toFullAscii(reading: Reading): Reading {
  if (reading.format !== "code39") return reading;
  return { ...reading, content: decodeFullAscii(reading.content) };
}

/** Replaces the pairs in the characters of a Code 39. */
export function decodeFullAscii(text: string): string {
  return text.replace(/([$%/+])([A-Z])/g, (pair, sign: string, letter: string) => {
    const code = toCharCode(sign, letter);
    return code === undefined ? pair : String.fromCharCode(code);
  });
}

function toCharCode(sign: string, letter: string): number | undefined {
  const offset = letter.charCodeAt(0) - "A".charCodeAt(0);
  if (sign === "$") return 0x01 + offset;
  if (sign === "+") return 0x61 + offset;
  if (sign === "/") return offset <= 14 ? 0x21 + offset : letter === "Z" ? 0x3a : undefined;
  return percentCodes[offset];
}

/** The characters of % with each letter, from A on: X, Y and Z are all DEL. */
const percentCodes = [
  0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0x5b, 0x5c, 0x5d, 0x5e, 0x5f, 0x7b,
  0x7c, 0x7d, 0x7e, 0x7f, 0x00, 0x40, 0x60, 0x7f, 0x7f, 0x7f,
];
