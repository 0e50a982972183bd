import { settings } from "../settings.svelte.ts";
import { toPageAddress } from "./link.ts";

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
