import type { Source } from "./scan.ts";

/** The identifier of an NFC scan whose tag did not show its UID. It never recognises a tag again. */
export const compatibilityIdentifier = "NoIdentifierInCompatibilityMode";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const hexPairs = /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2})*$/i;

/**
 * A tag's UID as the contract writes it: upper-case hexadecimal bytes, colons between, most significant
 * byte first. `uid` is the bytes, or hexadecimal with colons, dashes or nothing between.
 * An ISO 15693 UID read least significant byte first is turned so that its `E0` leads (ISO/IEC 15693-3 4.1).
 * An empty or unreadable UID gives {@link compatibilityIdentifier}.
 */
export function toIdentifier(uid: Uint8Array | string | undefined): string {
  const pairs = typeof uid === "string" ? parseHex(uid) : Array.from(uid ?? [], toHex);
  if (pairs.length === 0) return compatibilityIdentifier;
  if (pairs.length === 8 && pairs[7] === "E0" && pairs[0] !== "E0") pairs.reverse();
  return pairs.join(":");
}

/** Which switch a scan belongs to, told from its identifier; undefined when it has no known form. */
export function sourceOf(identifier: string): Source | undefined {
  if (uuid.test(identifier)) return "code";
  if (identifier === compatibilityIdentifier || hexPairs.test(identifier)) return "nfc";
  return undefined;
}

function parseHex(text: string): string[] {
  if (!hexPairs.test(text)) return [];
  return text.toUpperCase().match(/[0-9A-F]{2}/g) ?? [];
}

function toHex(byte: number): string {
  return byte.toString(16).padStart(2, "0").toUpperCase();
}
