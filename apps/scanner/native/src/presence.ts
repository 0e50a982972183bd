/** Always true, because the shell contains the app's files. */
export const isInstalled: boolean = true;

export function whenReadyOffline(): Promise<unknown> {
  return Promise.resolve();
}
