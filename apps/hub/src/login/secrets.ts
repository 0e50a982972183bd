import { createHash, randomBytes } from "node:crypto";

/**
 * Creates a secret as URL-safe text with an optional prefix: 256 bits for a session, 128 for a
 * one-time code. It never starts with a dash, because people pass it to commands as the value of an
 * option, and a command would take it for the next option.
 */
export function createSecret(bits: 128 | 256, prefix = ""): string {
  for (;;) {
    const text = randomBytes(bits / 8).toString("base64url");
    if (!text.startsWith("-")) return prefix + text;
  }
}

/**
 * Hashes a secret for the store. One round of SHA-256 is enough, because such secrets are too long
 * to guess.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** The `WWW-Authenticate` header that asks for an API token (RFC 6750, section 3). */
export const tokenChallenge = 'Bearer realm="Scanhook"';

/** Returns the API token in an `Authorization` header; undefined if it has none. */
export function readBearerToken(authorization = ""): string | undefined {
  return /^Bearer +(shk_[\w-]+)$/i.exec(authorization)?.[1];
}
