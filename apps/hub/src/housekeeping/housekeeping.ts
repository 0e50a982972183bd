import { Counter, type Registry } from "prom-client";
import { startAuditHeads } from "../audit/publish-heads.ts";
import type { App } from "../http/app.ts";
import { startRetention } from "../retention.ts";
import type { Store } from "../store/store.ts";

/** Starts what the hub does by the hour, asked by nobody; it ends with the app. */
export function startHousekeeping(
  app: App,
  { store, registry, closing }: { store: Store; registry: Registry; closing: AbortSignal },
): void {
  const expired = new Counter({
    name: "scanhook_scans_expired_total",
    help: "Scans deleted because their inbox keeps no more.",
    registers: [registry],
  });
  const tasks = [
    startRetention({ store, log: app.log, expired: (scans) => expired.inc(scans) }),
    startAuditHeads({ store, log: app.log }),
  ];
  const close = async () => void (await Promise.all(tasks.map((task) => task.close())));
  closing.addEventListener("abort", () => void close(), { once: true });
  app.addHook("onClose", close);
}
