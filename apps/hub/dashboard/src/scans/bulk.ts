import type { Result } from "../api.ts";
import { type Filter, toQuery } from "../scan-filter.ts";
import { type Selection, toBody } from "../scan-list/bulk-selection.ts";
import { callApi } from "../session.svelte.ts";

/** Counts the scans that match a filter, up to the one with this id. */
export function countMatching(filter: Filter, upTo: number): Promise<Result<{ count: number }>> {
  const params = toQuery(filter, new Date());
  params.set("upTo", String(upTo));
  return callApi("GET", `/api/scans/count?${params}`);
}

/**
 * Deletes the selected scans. `audited` is the number of scans that were not deleted, because an
 * audit trail keeps them.
 */
export function deleteScans(
  selection: Selection,
): Promise<Result<{ count: number; audited: number }>> {
  return callApi("POST", "/api/scans/delete", toBody(selection));
}
