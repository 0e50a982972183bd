import type { FastifyBaseLogger } from "fastify";
import type { ClockWatch } from "../clock/clock-watch.ts";
import { remindOfDates } from "../register-work/reminders.ts";
import { kinds } from "../registers/kinds/kinds.ts";
import type { Store } from "../store/store.ts";
import { type Hourly, startHourly } from "./hourly.ts";

/**
 * Reports every minute which things have become due, overdue or missed. Does nothing while the
 * clock of the machine is wrong.
 */
export function startReminders({
  store,
  clock,
  log,
}: {
  store: Store;
  clock: Pick<ClockWatch, "isRight">;
  log: Pick<FastifyBaseLogger, "error">;
}): Hourly {
  return startHourly(
    async (signal) => {
      if (!(await clock.isRight())) return;
      for (const register of await store.registers())
        if (kinds[register.kind].findStage && !signal.aborted)
          await remindOfDates(store, register, new Date(), signal);
    },
    (err) => log.error({ err }, "due things were not reported; the hub tries again"),
    { firstMs: 4_000, everyMs: 60_000 },
  );
}
