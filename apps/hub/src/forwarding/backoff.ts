import type { FastifyBaseLogger } from "fastify";
import { StoreUnavailable } from "../store/store.ts";

const firstMs = 250;
const longestMs = 2000;

/** How long to leave the store alone after it failed; tells the log when that begins and when it is over. */
export function createBackoff(
  log: Pick<FastifyBaseLogger, "warn" | "info" | "error">,
  trouble: string,
) {
  let ms = 0;
  return {
    /** Answers the milliseconds to wait. */
    failed(error: unknown): number {
      if (!(error instanceof StoreUnavailable)) log.error({ err: error }, trouble);
      else if (ms === 0) log.warn({ trouble: error.trouble, reason: error.message }, trouble);
      ms = Math.min(ms * 2 || firstMs, longestMs);
      return ms;
    },
    succeeded() {
      if (ms > 0) log.info("passing on goes on");
      ms = 0;
    },
    isWaiting: () => ms > 0,
  };
}
