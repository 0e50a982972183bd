import type { FastifyBaseLogger } from "fastify";
import { StoreUnavailable } from "../store/store.ts";

const firstMs = 250;
const maxMs = 2000;

export type StoreBackoff = {
  /** Notes a failed call of the store and returns the milliseconds to wait before the next one. */
  failed(error: unknown): number;
  succeeded(): void;
  isWaiting(): boolean;
};

/** Says how long to wait after the store has failed, and logs when its trouble begins and ends. */
export function createStoreBackoff(
  log: Pick<FastifyBaseLogger, "warn" | "info" | "error">,
  message: string,
): StoreBackoff {
  let ms = 0;
  return {
    failed(error) {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, message);
      else if (ms === 0) log.warn({ trouble: error.trouble, reason: error.message }, message);
      ms = Math.min(ms * 2 || firstMs, maxMs);
      return ms;
    },
    succeeded() {
      if (ms > 0) log.info("forwarding continues");
      ms = 0;
    },
    isWaiting: () => ms > 0,
  };
}
