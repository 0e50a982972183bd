import type { ChangeRecord } from "../../../../src/store/changes.ts";
import type { Result } from "../../api.ts";
import { callApi } from "../../session.svelte.ts";
import { type ChangesFilter, toParams } from "./changes.ts";

/** A page of the journal. `next` is the cursor of the next page. */
export type ChangePage = {
  changes: ChangeRecord[];
  next?: number;
  /** How many days changes are kept. Undefined: for good. */
  keepDays?: number;
  /** `file`: the hub keeps it as its settings file says. */
  keepDaysOrigin: "dashboard" | "file";
};

/** Loads a page of changes, the newest first. */
export function loadChanges(
  filter: ChangesFilter,
  before: number | undefined,
  signal: AbortSignal,
): Promise<Result<ChangePage>> {
  const params = toParams(filter);
  params.set("limit", "50");
  if (before !== undefined) params.set("before", String(before));
  return callApi("GET", `/api/changes?${params}`, undefined, { signal });
}
