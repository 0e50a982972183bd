import type { FastifyBaseLogger } from "fastify";

const minIntervalMs = 60_000;

/**
 * Creates a function that logs trouble of the store as an error, at most once a minute for each
 * kind of trouble, because otherwise the log would fill a disk that is nearly full. `unlogged` in
 * the next line is the number of occurrences in between.
 */
export function createTroubleLog(
  message: string,
  { now = () => performance.now() }: { now?: () => number } = {},
): (log: FastifyBaseLogger, trouble: string, error?: Error) => void {
  const lastLines = new Map<string, { loggedAt: number; unlogged: number }>();
  return (log, trouble, error) => {
    const last = lastLines.get(trouble);
    if (last && now() - last.loggedAt < minIntervalMs) {
      last.unlogged += 1;
      return;
    }
    lastLines.set(trouble, { loggedAt: now(), unlogged: 0 });
    const repeats = last && last.unlogged > 0 ? { unlogged: last.unlogged } : {};
    log.error({ trouble, ...(error && { err: error }), ...repeats }, message);
  };
}
