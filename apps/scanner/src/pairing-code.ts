/**
 * Returns the one-time code if `content` is a pairing link of this app, otherwise undefined. Such a
 * link offers pairing and is never sent as a scan. A link to the help page for phones on the same
 * host counts too, because the hub's terminal shows that link. `page` is the address of the app.
 * The native shell has its own function: native/src/pairing-code.ts.
 */
export function findPairingCode(content: string, page: string): string | undefined {
  const link = URL.parse(content.trim());
  const app = new URL(page);
  if (link?.hostname !== app.hostname) return undefined;
  const isApp = link.origin === app.origin && link.pathname === app.pathname;
  const isPhoneHelp = link.protocol === "http:" && link.pathname === "/phone";
  if (!isApp && !isPhoneHelp) return undefined;
  const query = /^#\/pair\?(.*)$/.exec(link.hash)?.[1];
  return new URLSearchParams(query).get("code") || undefined;
}
