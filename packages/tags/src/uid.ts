import { fromHex } from "./hex.ts";

const hexBytesPattern = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2})*$/i;

/**
 * Parses a tag's UID and returns it most significant byte first. `serial` holds the bytes, or
 * hexadecimal digits with colons, dashes or no separators, in the reader's order. Android, Web NFC
 * and some USB readers return ISO 15693 UIDs least significant byte first, so eight bytes that end
 * with `E0` and do not start with it are reversed (ISO/IEC 15693-3 4.1). Returns undefined if
 * `serial` is missing, empty or not hexadecimal.
 */
export function parseUid(serial: Uint8Array | string | undefined): Uint8Array | undefined {
  const bytes = typeof serial === "string" ? parseHex(serial) : new Uint8Array(serial ?? []);
  if (!bytes || bytes.length === 0) return undefined;
  return bytes.length === 8 && bytes[7] === 0xe0 && bytes[0] !== 0xe0 ? bytes.reverse() : bytes;
}

function parseHex(text: string): Uint8Array | undefined {
  return hexBytesPattern.test(text) ? fromHex(text.replace(/[:-]/g, "")) : undefined;
}
