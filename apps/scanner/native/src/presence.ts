/** True, because the shell contains the app's files. */
export const isInstalled: boolean = true;

/** Resolves at once, because the shell needs no network to start. */
export function whenReadyOffline(): Promise<unknown> {
  return Promise.resolve();
}
