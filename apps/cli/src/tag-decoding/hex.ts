import { printable } from "../terminal/printable.ts";

export type Bytes = { ok: true; bytes: Uint8Array } | { ok: false; reason: string };

/** Hexadecimal in either case, with white space, colons or dashes wherever somebody put them. */
export function parseHex(text: string): Bytes {
  const digits = text.replace(/[\s:-]+/g, "");
  const odd = /[^0-9a-f]/iu.exec(digits);
  if (odd) {
    return refuse(`"${printable(odd[0])}" is not a hexadecimal digit (0 to 9 and A to F).`);
  }
  if (digits.length % 2 === 1) {
    return refuse(`There are ${digits.length} hexadecimal digits, one too few or too many.`);
  }
  return { ok: true, bytes: new Uint8Array(Buffer.from(digits, "hex")) };
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

function refuse(reason: string): Bytes {
  return { ok: false, reason };
}
