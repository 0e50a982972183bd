import { parsePairingLink } from "./webhook/pairing.ts";

/** The one-time code of a pairing link of this very app, else undefined. Such a link offers pairing and is never sent as a scan. */
export function pairingCode(content: string): string | undefined {
  return parsePairingLink(content, location.href);
}
