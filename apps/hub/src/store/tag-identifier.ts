import { compatibilityIdentifier, sourceOf, toIdentifier } from "@scanhook/webhook";

/** The maximum length of a tag identifier in bytes. UIDs have at most 10 (ISO/IEC 14443-3). */
const maxBytes = 32;

/**
 * Converts the identifier of a scan, or a typed one, to a tag identifier in the form of the
 * contract. The bytes may be separated by colons, dashes or nothing. Returns undefined for text
 * that identifies no tag, such as the UUID of a code or the constant for tags that hide their UID.
 */
export function toTagIdentifier(text: string): string | undefined {
  const written = text.trim();
  if (written.length >= maxBytes * 3) return undefined;
  if (written === compatibilityIdentifier || sourceOf(written) !== "nfc") return undefined;
  const identifier = toIdentifier(written);
  return identifier.length < maxBytes * 3 ? identifier : undefined;
}
