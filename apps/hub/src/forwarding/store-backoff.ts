import type { FastifyBaseLogger } from "fastify";
import { StoreUnavailable } from "../store/unavailable.ts";

const firstWaitMs = 250;
const maxWaitMs = 2000;

export type StoreBackoff = {
  /** Notes a failed call of the store and returns the milliseconds to wait before the next one. */
  failed(error: unknown): number;
  succeeded(): void;
  isWaiting(): boolean;
};

/**
 * Creates a backoff that doubles the wait with every failure of the store, up to two seconds. It
 * logs `message` when the problem of the store begins, and that forwarding continues when it ends.
 */
export function createStoreBackoff(
  log: Pick<FastifyBaseLogger, "warn" | "info" | "error">,
  message: string,
): StoreBackoff {
  let waitMs = 0;
  return {
    failed(error) {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, message);
      else if (waitMs === 0) log.warn({ problem: error.problem, reason: error.message }, message);
      waitMs = Math.min(waitMs * 2 || firstWaitMs, maxWaitMs);
      return waitMs;
    },
    succeeded() {
      if (waitMs > 0) log.info("forwarding continues");
      waitMs = 0;
    },
    isWaiting: () => waitMs > 0,
  };
}
