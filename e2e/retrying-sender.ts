// A sender that does not give up a scan: it posts the same scan again until it is accepted.
import { setInterval } from "node:timers/promises";
import { codeScan, serializeScan } from "@scanhook/webhook";

export type RetryingSender = {
  /** Identifiers of the scans that got a 204. */
  accepted: ReadonlySet<string>;
  /** The status and text of all refusals, and the errors of requests without a response. */
  refusals: readonly string[];
  /** The number of scans that were accepted after they had been refused. */
  readonly retried: number;
  /** The value of `performance.now()` when the last scan was accepted. */
  readonly acceptedAt: number;
  /** Resolves once the scan on its way is accepted. */
  stop(): Promise<void>;
};

/** Posts scans to the inbox `load` one after the other, at most one in 20 ms. */
export function startRetryingSender(hub: { base: string }): RetryingSender {
  const accepted = new Set<string>();
  const refusals: string[] = [];
  let retried = 0;
  let acceptedAt = 0;
  let isStopped = false;

  async function post(body: string): Promise<boolean> {
    const headers = { "content-type": "application/json" };
    try {
      const response = await fetch(`${hub.base}/in/load`, { method: "POST", headers, body });
      const text = await response.text();
      if (response.status === 204) return true;
      refusals.push(`${response.status} ${text}`);
    } catch (error) {
      refusals.push(String(error));
    }
    return false;
  }

  const sending = (async () => {
    let scan: ReturnType<typeof codeScan> | undefined;
    for await (const _ of setInterval(20)) {
      if (!scan && isStopped) return;
      const isRetry = scan !== undefined;
      scan ??= codeScan({ content: `scan ${accepted.size} of ${hub.base}` });
      if (!(await post(serializeScan(scan)))) continue;
      if (isRetry) retried += 1;
      acceptedAt = performance.now();
      accepted.add(scan.identifier);
      scan = undefined;
    }
  })();

  return {
    accepted,
    refusals,
    get retried() {
      return retried;
    },
    get acceptedAt() {
      return acceptedAt;
    },
    async stop() {
      isStopped = true;
      await sending;
    },
  };
}
