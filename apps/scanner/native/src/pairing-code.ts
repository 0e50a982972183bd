import { parseReceiverUrl } from "@scanhook/webhook";

/**
 * The pairing link of any hub, whole, else undefined: such a link offers pairing and is never sent as a scan. The person
 * is told the hub's host before anything is asked of it.
 */
export function pairingCode(content: string, page: string): string | undefined {
  const link = parseReceiverUrl(content, { origin: new URL(page).origin });
  if (!link.ok || !link.url.pathname.endsWith("/scan/")) return undefined;
  const query = /^#\/pair\?(.*)$/.exec(link.url.hash)?.[1];
  return new URLSearchParams(query).get("code") ? link.url.href : undefined;
}
