import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

/**
 * Deletes the entries of the journal of changes that are older than it is kept, every hour while
 * the clock is right. Calls `onDeleted` with their number.
 */
export function startDeletingChanges(
  parts: {
    store: Pick<Store, "removeOldChanges">;
    clock: Pick<ClockWatch, "isRight">;
    log: Pick<FastifyBaseLogger, "info" | "error">;
    onDeleted?: (changes: number) => void;
  },
  times: Parameters<typeof startHourly>[2] = {},
): Hourly {
  const { store, clock, log, onDeleted = () => {} } = parts;
  return startHourly(
    async () => {
      if (!(await clock.isRight())) return;
      const changes = await store.removeOldChanges();
      if (changes === 0) return;
      onDeleted(changes);
      log.info({ changes }, "old entries of the journal of changes were deleted");
    },
    (err) => log.error({ err }, "old changes were not deleted; the hub tries again"),
    times,
  );
}
