import { currentScreen } from "../navigation.svelte.ts";

/**
 * Returns the options for leaving the current screen. A followed link is replaced in the browser's
 * history, because going back would follow the link again.
 */
export function navigationOptions(): { replace: boolean } {
  return { replace: currentScreen().tab === "link" };
}

/** Opens a screen by its address. */
export function openAddress(hash: string, { replace }: { replace: boolean }): void {
  if (replace) location.replace(hash);
  else location.assign(hash);
}
