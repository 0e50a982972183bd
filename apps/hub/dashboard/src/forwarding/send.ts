import type { Result } from "../api.ts";
import { callApi } from "../session.svelte.ts";
import { addCounts, type SendCount } from "./send-count.ts";

/** Called with the number of scans that were looked at so far. */
type OnProgress = (scans: number) => void;

/**
 * Counts what sending the selected scans through a route would do. `selection` has the fields of a
 * request that select scans. The hub answers for some thousand scans at a time.
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
 * Sends the selected scans through a route. A lost connection leaves the rest unsent, and the same
 * call sends it: what was made due since `asOf` is not sent twice. Returns how many deliveries are
 * due now.
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
