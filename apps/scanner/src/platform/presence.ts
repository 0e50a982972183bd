/**
 * Whether the app is installed on this device. The native shell always is: native/src/presence.ts.
 */
export const isInstalled = matchMedia("(display-mode: standalone)").matches;

/** Resolves once the app works without a network, which it may never do. */
export function whenReadyOffline(): Promise<unknown> {
  const never = new Promise(() => {});
  // Firefox rejects `ready` if it blocks site data.
  return navigator.serviceWorker?.ready.catch(() => never) ?? never;
}
