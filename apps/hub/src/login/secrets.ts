import { createHash, randomBytes } from "node:crypto";

/** A new secret of 256 bits for a session, 128 for a one-time code, as URL-safe text with an optional prefix. */
export function createSecret(bits: 128 | 256, prefix = ""): string {
  return prefix + randomBytes(bits / 8).toString("base64url");
}

/** What the store keeps of such a secret. One SHA-256 is enough: the secrets are too long to be guessed. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
