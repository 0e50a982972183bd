import { bytesOfHex } from "./hex.ts";

const hexPairs = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2})*$/i;

/**
 * A tag's UID, most significant byte first. `serial` is its bytes, or hexadecimal with colons, dashes or nothing
 * between, in the order a reader gave it. ISO 15693 UIDs come least significant byte first from Android, Web NFC and
 * some USB readers: eight bytes that end in `E0` and do not begin with it are turned (ISO/IEC 15693-3 4.1).
 * Nothing, an empty value or text that is no hexadecimal: undefined.
 */
export function parseUid(serial: Uint8Array | string | undefined): Uint8Array | undefined {
  const bytes = typeof serial === "string" ? parseHex(serial) : new Uint8Array(serial ?? []);
  if (!bytes || bytes.length === 0) return undefined;
  return bytes.length === 8 && bytes[7] === 0xe0 && bytes[0] !== 0xe0 ? bytes.reverse() : bytes;
}

function parseHex(text: string): Uint8Array | undefined {
  return hexPairs.test(text) ? bytesOfHex(text.replace(/[:-]/g, "")) : undefined;
}
