import type { Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";
import { type Selection, toBody } from "./bulk-selection.ts";
import { type Filter, toQuery } from "./filter.ts";

/** Counts the scans that match a filter. */
export function countMatching(filter: Filter): Promise<Result<{ count: number }>> {
  return callApi("GET", `/api/scans/count?${toQuery(filter, new Date())}`);
}

/** Deletes the selected scans. `audited` is the number of those that stay, because an audit trail keeps them. */
export function deleteScans(
  selection: Selection,
): Promise<Result<{ count: number; audited: number }>> {
  return callApi("POST", "/api/scans/delete", toBody(selection));
}
