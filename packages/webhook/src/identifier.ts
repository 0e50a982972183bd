import type { Source } from "./scan.ts";

/** The identifier of an NFC scan whose tag did not reveal its UID. It identifies no tag. */
export const compatibilityIdentifier = "NoIdentifierInCompatibilityMode";

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexBytesPattern = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2})*$/i;

/**
 * Formats a tag's UID as the contract requires: upper-case hexadecimal bytes separated by colons,
 * most significant byte first. `uid` holds the bytes in this order, or hexadecimal digits with
 * colons, dashes or no separators in the order of a reader. Eight bytes in such a text that end
 * with `E0` and do not start with it are taken for an ISO 15693 UID that was read least significant
 * byte first, and reversed (ISO/IEC 15693-3 4.1). Returns {@link compatibilityIdentifier} for an
 * empty or malformed UID.
 */
export function toIdentifier(uid: Uint8Array | string | undefined): string {
  const hexBytes =
    typeof uid === "string" ? splitReaderText(uid) : Array.from(uid ?? [], formatByte);
  return hexBytes.length === 0 ? compatibilityIdentifier : hexBytes.join(":");
}

/**
 * Returns the source of a scan, derived from the form of its identifier, or undefined if the form
 * is unknown.
 */
export function sourceOf(identifier: string): Source | undefined {
  if (uuidPattern.test(identifier)) return "code";
  if (identifier === compatibilityIdentifier || hexBytesPattern.test(identifier)) return "nfc";
  return undefined;
}

function splitReaderText(text: string): string[] {
  if (!hexBytesPattern.test(text)) return [];
  const hexBytes = text.toUpperCase().match(/[0-9A-F]{2}/g) ?? [];
  const isReversed = hexBytes.length === 8 && hexBytes[7] === "E0" && hexBytes[0] !== "E0";
  return isReversed ? hexBytes.reverse() : hexBytes;
}

function formatByte(byte: number): string {
  return byte.toString(16).padStart(2, "0").toUpperCase();
}
