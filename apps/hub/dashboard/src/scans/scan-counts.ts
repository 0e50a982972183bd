import { ownInboxes } from "../../../src/store/own-inboxes.ts";
import type { ContentCounts, DayCount } from "../../../src/store/scan-counts.ts";
import type { Result } from "../api.ts";
import { type Filter, toQuery } from "../scan-filter.ts";
import { callApi } from "../session.svelte.ts";
import { fillDays } from "./chart-days.ts";

/**
 * The numbers of scans of an inbox, or of all inboxes: received since the beginning, stored now,
 * and received on each of the last days.
 */
export type Totals = { received: number; stored: number; days: DayCount[] };

/**
 * Loads the totals of an inbox, or of all inboxes if `inbox` is undefined. The totals of all
 * inboxes exclude the inboxes of the hub itself.
 */
export async function loadTotals(
  inbox: string | undefined,
  now: number,
  signal: AbortSignal,
): Promise<Result<Totals>> {
  const ofInbox = new URLSearchParams(inbox === undefined ? {} : { inbox });
  const from = fillDays([], now)[0]!.day;
  const count = (query: URLSearchParams) =>
    callApi<{ count: number }>("GET", `/api/scans/count?${query}`, undefined, { signal });
  const excludedInboxes = inbox === undefined ? ownInboxes : [];
  const [perDay, stored, ...own] = await Promise.all([
    callApi<{ counts: DayCount[]; total: number }>(
      "GET",
      `/api/scans/per-day?${new URLSearchParams([...ofInbox, ["from", from], ["by", "day"]])}`,
      undefined,
      { signal },
    ),
    count(ofInbox),
    ...excludedInboxes.map((name) => count(new URLSearchParams({ inbox: name }))),
  ]);
  if (!perDay.ok) return perDay;
  let scans = 0;
  for (const result of [stored, ...own]) {
    if (!result.ok) return result;
    scans += result === stored ? result.data.count : -result.data.count;
  }
  const { counts, total } = perDay.data;
  const days = fillDays(counts, now);
  return { ok: true, data: { received: total, stored: scans, days } };
}

/** Counts the stored scans that pass a filter by their content. */
export function countContents(filter: Filter): Promise<Result<ContentCounts>> {
  const query = toQuery(filter, new Date());
  query.set("limit", "10");
  return callApi("GET", `/api/scans/per-content?${query}`);
}
