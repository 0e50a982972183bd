import { parseActionLink, toPageAddress } from "../links/link.ts";
import { settings } from "../settings.svelte.ts";
import { runAction } from "./run.ts";

/**
 * Follows an untrusted link that the app was opened with, or shows why it was refused. Every link
 * from the address bar, the system or the native shell comes through this function, at the start of
 * the app and while it runs.
 */
export function openLink(link: string): void {
  void runAction(parseActionLink(link, listOwnPages()), link);
}

/**
 * Lists the web addresses of this app: the current page, and the scanner page of the hub that it
 * sends to.
 */
export function listOwnPages(): string[] {
  return [toPageAddress(location.href) ?? "", findHubPage() ?? []].flat();
}

/**
 * Returns the scanner page of the hub that the app sends to; undefined if it sends to none, or to
 * another receiver.
 */
export function findHubPage(): string | undefined {
  const receiver = URL.parse(settings.receiverUrl);
  return receiver?.pathname.startsWith("/in/") ? `${receiver.origin}/scan/` : undefined;
}
