import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

/** The number of scans deleted in one transaction, small enough not to delay arriving scans. */
const batchSize = 200;

/**
 * Deletes the scans that their inboxes no longer keep, every hour while the clock is right. Several
 * nodes may do so at the same time; each scan is deleted once. Calls `onExpired` with the number of
 * scans in each batch.
 */
export function startRetention(
  parts: {
    store: Pick<Store, "expire">;
    clock: Pick<ClockWatch, "isRight">;
    log: Pick<FastifyBaseLogger, "info" | "error">;
    onExpired?: (scans: number) => void;
  },
  times: Parameters<typeof startHourly>[2] = {},
): Hourly {
  const { store, clock, log, onExpired = () => {} } = parts;
  return startHourly(
    async (signal) => {
      if (!(await clock.isRight())) return;
      let deletedCount = 0;
      try {
        while (!signal.aborted) {
          const batchCount = await store.expire(batchSize);
          if (batchCount === 0) break;
          deletedCount += batchCount;
          onExpired(batchCount);
        }
      } finally {
        if (deletedCount > 0) log.info({ scans: deletedCount }, "retention deleted scans");
      }
    },
    (error) => log.error({ err: error }, "retention failed; it continues in an hour"),
    times,
  );
}
