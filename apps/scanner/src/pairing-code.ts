/**
 * The one-time code of a pairing link of this very app, else undefined: such a link offers pairing and is never sent
 * as a scan. The same host's plain page that helps a phone counts too, because the link on the hub's terminal leads
 * there. `page` is the app's address.
 */
export function pairingCode(content: string, page: string): string | undefined {
  const link = URL.parse(content.trim());
  const own = new URL(page);
  if (link?.hostname !== own.hostname) return undefined;
  const isApp = link.origin === own.origin && link.pathname === own.pathname;
  const isPhoneHelp = link.protocol === "http:" && link.pathname === "/phone";
  if (!isApp && !isPhoneHelp) return undefined;
  const query = /^#\/pair\?(.*)$/.exec(link.hash)?.[1];
  return new URLSearchParams(query).get("code") || undefined;
}
