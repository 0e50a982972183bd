const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Encodes bytes in Base32 (RFC 4648, section 6) without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

/**
 * Decodes Base32 (RFC 4648, section 6) in either case, with or without padding. Returns undefined
 * for other characters, and for a length or bits at the end that no encoder writes.
 */
export function decodeBase32(text: string): Buffer | undefined {
  const [, unpadded] = /^([A-Za-z2-7]*)=*$/.exec(text) ?? [];
  if (unpadded === undefined) return undefined;
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of unpadded.toUpperCase()) {
    value = (value << 5) | alphabet.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(value >>> bits);
    value &= (1 << bits) - 1;
  }
  return bits >= 5 || value !== 0 ? undefined : Buffer.from(bytes);
}
