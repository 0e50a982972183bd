import { currentRoute } from "../navigation.svelte.ts";
import { pageOf } from "./link.ts";
import type { Action } from "./table.ts";

/** An address that was followed leaves no way back to it: it would be followed again. */
export function fromLink(): { replace: boolean } {
  return { replace: currentRoute().tab === "link" };
}

/** Goes to a screen that only its address knows. */
export function goTo(hash: string, { replace }: { replace: boolean }): void {
  if (replace) location.replace(hash);
  else location.assign(hash);
}

/** Where an action is reached from outside: on the web under the page's own address, in a shell by the app's scheme. */
export function addressOf(
  { hash, link }: Pick<Action, "hash" | "link">,
  page: string = location.href,
): string | undefined {
  const own = pageOf(page);
  return own?.startsWith("http") && own.endsWith("/scan/") && hash ? own + hash : link;
}
