import { parseReceiverUrl } from "@scanhook/webhook";

/**
 * Returns the link if the content of a scan is the pairing link of any hub, else undefined. Such a
 * link offers pairing and is never sent as a scan. The app shows the host of the hub before it
 * sends a request there.
 */
export function findPairingCode(content: string, page: string): string | undefined {
  const link = parseReceiverUrl(content, { origin: new URL(page).origin });
  if (!link.ok || !link.url.pathname.endsWith("/scan/")) return undefined;
  const query = /^#\/pair\?(.*)$/.exec(link.url.hash)?.[1];
  return new URLSearchParams(query).get("code") ? link.url.href : undefined;
}
