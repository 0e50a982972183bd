import type { Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";
import { addCounts, type SendCount } from "./send-count.ts";

/** Called with the number of scans or deliveries so far. */
type OnProgress = (count: number) => void;

/**
 * Counts the deliveries that sending the selected scans through a route would make. `selection` has
 * the fields of a request that select scans. The hub counts some thousand scans in one request.
 */
export async function countSending(
  selection: object,
  route: string,
  options: { signal: AbortSignal; onprogress?: OnProgress },
): Promise<Result<SendCount>> {
  let total: SendCount | undefined;
  for (let after = 0; ; ) {
    const body = { ...selection, route, after };
    const result = await callApi<SendCount & { next?: number }>(
      "POST",
      "/api/scans/send/count",
      body,
      { signal: options.signal },
    );
    if (!result.ok) return result;
    const { next, ...counted } = result.data;
    total = total === undefined ? counted : addCounts(total, counted);
    if (next === undefined) return { ok: true, data: total };
    options.onprogress?.(total.scans);
    after = next;
  }
}

/**
 * Sends the selected scans through a route. Returns the number of deliveries that are due now. If
 * the connection is lost, the same call sends the remaining scans: deliveries that were made due
 * since `asOf` are not sent twice.
 */
export async function sendSelected(
  selection: object,
  request: { route: string; asOf: string; again: "all" | "failed" | "none"; onlyMatching: boolean },
  options: { signal: AbortSignal; onprogress?: OnProgress },
): Promise<Result<{ count: number }>> {
  let count = 0;
  for (let after = 0; ; ) {
    const body = { ...selection, ...request, after };
    const result = await callApi<{ count: number; next?: number }>(
      "POST",
      "/api/scans/send",
      body,
      { signal: options.signal },
    );
    if (!result.ok) return result;
    count += result.data.count;
    if (result.data.next === undefined) return { ok: true, data: { count } };
    options.onprogress?.(count);
    after = result.data.next;
  }
}
