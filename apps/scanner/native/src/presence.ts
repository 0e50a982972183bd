/** The app's files are part of the shell. */
export const installed: boolean = true;

export function readyOffline(): Promise<unknown> {
  return Promise.resolve();
}
