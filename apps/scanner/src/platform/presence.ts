/** Whether the app is installed on this device. The native shell always is: native/src/presence.ts. */
export const isInstalled = matchMedia("(display-mode: standalone)").matches;

/** Resolves once the app works without a network, which it may never do. */
export function whenReadyOffline(): Promise<unknown> {
  return navigator.serviceWorker?.ready ?? new Promise(() => {});
}
