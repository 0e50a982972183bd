import { Counter, type Registry } from "prom-client";
import type { ClockWatch } from "../clock/clock-watch.ts";
import type { App } from "../http/app.ts";
import type { Store } from "../store/store.ts";
import { startEmptyingRegisters } from "./empty-registers.ts";
import { type ExitAll, startExitAll } from "./exit-all.ts";
import { startHourly } from "./hourly.ts";
import { startDeletingChanges } from "./old-changes.ts";
import { startAuditHeads } from "./publish-heads.ts";
import { startReminders } from "./remind.ts";
import { startRetention } from "./retention.ts";

/** Starts the regular tasks of the hub. They end with the app. */
export function startHousekeeping(
  app: App,
  {
    store,
    clock,
    registry,
    closing,
    exitAll,
  }: {
    store: Store;
    clock: Pick<ClockWatch, "isRight">;
    registry: Registry;
    closing: AbortSignal;
    exitAll: ExitAll;
  },
): void {
  const expired = new Counter({
    name: "scanhook_scans_expired_total",
    help: "Scans deleted by the retention of their inbox.",
    registers: [registry],
  });
  const oldChanges = new Counter({
    name: "scanhook_changes_expired_total",
    help: "Entries of the journal of changed settings deleted after the days that it is kept.",
    registers: [registry],
  });
  const tasks = [
    startRetention({ store, clock, log: app.log, onExpired: (scans) => expired.inc(scans) }),
    startAuditHeads({ store, log: app.log }),
    startEmptyingRegisters({ store, clock, log: app.log }),
    startExitAll({ store, clock, exitAll, log: app.log }),
    startReminders({ store, clock, log: app.log }),
    startHourly(
      async () => {
        if (await clock.isRight()) await store.purgeExpired();
      },
      (err) => app.log.error({ err }, "deleted scans were not purged; the hub tries again"),
      { firstMs: 5_000, everyMs: 60_000 },
    ),
    startDeletingChanges({
      store,
      clock,
      log: app.log,
      onDeleted: (changes) => oldChanges.inc(changes),
    }),
  ];
  const close = async () => void (await Promise.all(tasks.map((task) => task.close())));
  closing.addEventListener("abort", () => void close(), { once: true });
  app.addHook("onClose", close);
}
