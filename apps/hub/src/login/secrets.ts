import { createHash, randomBytes } from "node:crypto";

/** Creates a secret as URL-safe text with an optional prefix: 256 bits for a session, 128 for a one-time code. */
export function createSecret(bits: 128 | 256, prefix = ""): string {
  return prefix + randomBytes(bits / 8).toString("base64url");
}

/** Hashes a secret for the store. One round of SHA-256 is enough, because such secrets are too long to guess. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
