import { fromHex, toHex } from "../hex.ts";

/** Formats 16 bytes as RFC 9562 section 4 requires: 8-4-4-4-12 lower-case digits. */
export function formatUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the bytes of a UUID in any version and case, or undefined for other text. */
export function parseUuid(text: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return undefined;
  return fromHex(text.replaceAll("-", ""));
}
