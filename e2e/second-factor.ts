// The authenticator app of a story.
import { createHmac } from "node:crypto";

/** Returns the one-time password of a secret in Base32 now (RFC 6238, SHA-1, 6 digits, 30 s). */
export function readAuthenticator(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll(/[\s=]/g, "")]
    .map((char) => alphabet.indexOf(char.toUpperCase()).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac("sha1", key).update(step).digest();
  const offset = digest[19]! & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}
