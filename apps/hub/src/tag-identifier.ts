import { compatibilityIdentifier, sourceOf, toIdentifier } from "@scanhook/webhook";

/** Bytes of the longest identifier by which a tag is known; UIDs have at most 10 (ISO/IEC 14443-3). */
const mostBytes = 32;

/**
 * The identifier by which a tag is known, as the contract writes it, from the one in a scan or what somebody typed: hex
 * with colons, dashes or nothing between. Undefined when it is no tag's: a code's UUID, other text, or that of a
 * tag that did not show its own, which recognises nothing.
 */
export function toTagIdentifier(text: string): string | undefined {
  const written = text.trim();
  if (written === compatibilityIdentifier || sourceOf(written) !== "nfc") return undefined;
  const identifier = toIdentifier(written);
  return identifier.length < mostBytes * 3 ? identifier : undefined;
}
