/**
 * The one-time code of a pairing link of this very app, else undefined. Such a link offers pairing; it is
 * never sent as a scan. `page` is the app's own address.
 */
export function pairingCode(content: string, page: string = location.href): string | undefined {
  const link = URL.parse(content.trim());
  const own = new URL(page);
  if (link?.hostname !== own.hostname) return undefined;
  const isApp = link.origin === own.origin && link.pathname === own.pathname;
  // The hub's plain page that helps a phone to trust it: the link on the hub's terminal leads there.
  const isPhoneHelp = link.protocol === "http:" && link.pathname === "/phone";
  if (!isApp && !isPhoneHelp) return undefined;
  const query = /^#\/pair\?(.*)$/.exec(link.hash)?.[1];
  return new URLSearchParams(query).get("code") || undefined;
}
