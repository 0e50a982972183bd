/** How the app is there on this device. The native shell is always installed: native/src/presence.ts. */
export const installed = matchMedia("(display-mode: standalone)").matches;

/** Fulfilled once the app works without a network, if it ever does. */
export function readyOffline(): Promise<unknown> {
  return navigator.serviceWorker?.ready ?? new Promise(() => {});
}
