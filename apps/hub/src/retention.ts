import type { FastifyBaseLogger } from "fastify";
import { type Hourly, startHourly } from "./housekeeping/hourly.ts";
import type { Store } from "./store/store.ts";

/** Scans deleted in one transaction: few enough that an arriving scan does not notice. */
const atOnce = 200;

/**
 * Deletes, every hour, the scans their inboxes no longer keep. Several nodes may do it at once: each deletes what is
 * still there. `expired` is told how many went.
 */
export function startRetention(
  parts: {
    store: Pick<Store, "expire">;
    log: Pick<FastifyBaseLogger, "info" | "error">;
    expired?: (scans: number) => void;
  },
  times: Parameters<typeof startHourly>[2] = {},
): Hourly {
  const { store, log, expired = () => {} } = parts;
  return startHourly(
    async (signal) => {
      let scans = 0;
      try {
        while (!signal.aborted) {
          const gone = await store.expire(atOnce);
          if (gone === 0) break;
          scans += gone;
          expired(gone);
        }
      } finally {
        if (scans > 0) log.info({ scans }, "scans were deleted because their inbox keeps no more");
      }
    },
    (error) => log.error({ err: error }, "retention did not get through; it goes on in an hour"),
    times,
  );
}
