import { askHub } from "./ahead/ask-hub.ts";

/**
 * Newer versions of the app: `waiting` starts when the person agrees; `stale` says that parts of
 * this version are gone.
 */
export const updates = $state<{ waiting: ServiceWorker | undefined; stale: boolean }>({
  waiting: undefined,
  stale: false,
});

/**
 * Returns whether a newer version is ready, or parts of this version are gone because another
 * window started the newer version.
 */
export function updateReady(): boolean {
  return updates.waiting !== undefined || updates.stale;
}

/** Finds out whether a part of the app could not be loaded because there is a newer version. */
export async function noticeNewerVersion(): Promise<void> {
  if ((await askHub()) === "newer") updates.stale = true;
}
