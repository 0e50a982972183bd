import type { FastifyBaseLogger } from "fastify";

const minIntervalMs = 60_000;

/**
 * Creates a function that logs problems of the store as errors, at most once a minute for each
 * problem, because otherwise the log would fill a disk that is nearly full. `unlogged` in
 * the next line is the number of occurrences in between.
 */
export function createProblemLog(
  message: string,
  { now = () => performance.now() }: { now?: () => number } = {},
): (log: FastifyBaseLogger, problem: string, error?: Error) => void {
  const lastLines = new Map<string, { loggedAt: number; unlogged: number }>();
  return (log, problem, error) => {
    const last = lastLines.get(problem);
    if (last && now() - last.loggedAt < minIntervalMs) {
      last.unlogged += 1;
      return;
    }
    lastLines.set(problem, { loggedAt: now(), unlogged: 0 });
    const repeats = last && last.unlogged > 0 ? { unlogged: last.unlogged } : {};
    log.error({ problem, ...(error && { err: error }), ...repeats }, message);
  };
}
