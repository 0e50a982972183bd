import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/store.ts";
import { createAlarm } from "./alarm.ts";
import { createStoreBackoff } from "./store-backoff.ts";

/** Often enough for a list to be true; `claim` never returns what has expired. */
const minIntervalMs = 1000;

export type Expiry = {
  /** Drops soon what has expired, and finds out what expires next. */
  check(): void;
  /** Prevents further runs. Resolves when the current run is over. */
  stop(): Promise<void>;
};

/** Drops deliveries once they have expired, also those to destinations that are paused. */
export function createExpiry(parts: {
  store: Pick<ForwardingStore, "dropExpired">;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
}): Expiry {
  const { store, log } = parts;
  const backoff = createStoreBackoff(log, "expired deliveries could not be dropped");
  const alarm = createAlarm(dropExpired, { minIntervalMs });

  async function dropExpired() {
    try {
      const { count, next } = await store.dropExpired();
      backoff.succeeded();
      if (count > 0) log.info({ deliveries: count }, "deliveries have expired and were dropped");
      if (next) alarm.runAt(next.getTime());
    } catch (error) {
      alarm.runAt(Date.now() + backoff.failed(error));
    }
  }

  return {
    check() {
      if (!backoff.isWaiting()) alarm.runSoon();
    },
    stop: alarm.stop,
  };
}
