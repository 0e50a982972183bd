import { formatBasic } from "@scanhook/webhook";

/**
 * Returns the value of an `Authorization` header with Basic credentials (RFC 7617), or its
 * description for a preview.
 */
export function basicCredentials(user: string, password: string, preview = false): string {
  return preview ? `Basic ‹base64 of ${user}:${password}›` : formatBasic(user, password);
}
