import { createCipheriv } from "node:crypto";

/**
 * Returns the AES-CMAC of a message, 16 bytes (RFC 4493). The key has 16 bytes. Node has AES, but
 * no CMAC.
 */
export function aesCmac(key: Uint8Array, message: Uint8Array): Buffer {
  const [whole, padded] = subkeys(key);
  const isWhole = message.length > 0 && message.length % 16 === 0;
  const blocks = Buffer.alloc(Math.max(1, Math.ceil(message.length / 16)) * 16);
  blocks.set(message);
  if (!isWhole) blocks[message.length] = 0x80;
  const last = blocks.subarray(-16);
  last.set(xor(last, isWhole ? whole : padded));
  const cipher = createCipheriv("aes-128-cbc", key, Buffer.alloc(16)).setAutoPadding(false);
  return cipher.update(blocks).subarray(-16);
}

/** Returns the keys for a last block that is whole and for one that is padded (2.3). */
function subkeys(key: Uint8Array): [Buffer, Buffer] {
  const cipher = createCipheriv("aes-128-ecb", key, null).setAutoPadding(false);
  const first = double(cipher.update(Buffer.alloc(16)));
  return [first, double(first)];
}

/** Doubles a block in the field of 2^128 elements: a shift, and the constant if a bit falls out. */
function double(block: Buffer): Buffer {
  const doubled = block.map((byte, index) => (byte << 1) | ((block[index + 1] ?? 0) >> 7));
  if ((block[0] ?? 0) & 0x80) doubled[15] = (doubled[15] ?? 0) ^ 0x87;
  return Buffer.from(doubled);
}

function xor(first: Buffer, second: Buffer): Uint8Array {
  return first.map((byte, index) => byte ^ (second[index] ?? 0));
}
