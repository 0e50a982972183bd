import { fromHex } from "./hex.ts";

const hexBytesPattern = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2})*$/i;

/** The radio standard of a tag, as the platform reports it. FeliCa is JIS X 6319-4. */
export type TagTechnology = "iso14443" | "iso15693" | "felica";

/**
 * Parses a tag's UID and returns it most significant byte first. `serial` holds the bytes, or
 * hexadecimal digits with colons, dashes or no separators, in the reader's order. Android, Web NFC
 * and some USB readers return ISO 15693 UIDs least significant byte first, so eight bytes that end
 * with `E0` and do not start with it are reversed (ISO/IEC 15693-3 4.1). A tag of another
 * technology may have such a UID in the right order, as the IDm of a FeliCa card, and is never
 * reversed; pass `technology` where the platform tells it. Returns undefined if `serial` is
 * missing, empty or not hexadecimal.
 */
export function parseUid(
  serial: Uint8Array | string | undefined,
  technology?: TagTechnology,
): Uint8Array | undefined {
  const bytes = typeof serial === "string" ? parseHex(serial) : new Uint8Array(serial ?? []);
  if (!bytes || bytes.length === 0) return undefined;
  const mayBeReversed = technology === undefined || technology === "iso15693";
  const isReversed = bytes.length === 8 && bytes[7] === 0xe0 && bytes[0] !== 0xe0;
  return mayBeReversed && isReversed ? bytes.reverse() : bytes;
}

function parseHex(text: string): Uint8Array | undefined {
  return hexBytesPattern.test(text) ? fromHex(text.replace(/[:-]/g, "")) : undefined;
}
