/** The key of the answers in the storage. It is gone when there are no drafts. */
export const draftsKey = "scanhook.answers";

/**
 * Returns whether questions wait for answers. This file holds nothing else, because the first
 * screen needs nothing else of the drafts.
 */
export function hasDrafts(): boolean {
  try {
    return draftsKey in localStorage;
  } catch {
    return false;
  }
}
