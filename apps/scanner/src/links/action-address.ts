import type { Action } from "./actions.ts";
import { toPageAddress } from "./link.ts";

/**
 * Returns the address that starts an action from outside: an address of the page on the web, a link
 * of the app's scheme in the native shell. Returns undefined for an action that has neither.
 */
export function toActionAddress(
  { hash, link }: Pick<Action, "hash" | "link">,
  page: string = location.href,
): string | undefined {
  const address = toPageAddress(page);
  const isWebApp = address?.startsWith("http") && address.endsWith("/scan/");
  return isWebApp && hash ? address + hash : link;
}
