import type { Deletion } from "../../../src/store/scan-selection.ts";
import type { Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";

let list: readonly Deletion[] = $state.raw([]);

/** The deletions that can be undone, newest first, at the time of the last load. */
export const deletions = {
  get list(): readonly Deletion[] {
    return list;
  },
};

/** Loads the list again. Keeps the old list if the hub cannot be reached. */
export async function loadDeletions(): Promise<void> {
  const result = await callApi<{ deletions: Deletion[] }>("GET", "/api/scans/deletions");
  if (result.ok) list = result.data.deletions;
}

/** Restores the scans of a deletion. */
export function undoDeletion(
  deletion: string,
): Promise<Result<{ count: number; refused: number }>> {
  return thenLoad(callApi("POST", "/api/scans/restore", { deletion }));
}

/** Deletes the scans of a deletion permanently. */
export function purgeDeletion(deletion: string): Promise<Result<{ count: number }>> {
  return thenLoad(callApi("POST", "/api/scans/delete", { deletion, forGood: true }));
}

async function thenLoad<T>(request: Promise<Result<T>>): Promise<Result<T>> {
  const result = await request;
  await loadDeletions();
  return result;
}
