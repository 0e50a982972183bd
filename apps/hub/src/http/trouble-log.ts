import type { FastifyBaseLogger } from "fastify";

const quietMs = 60_000;

/**
 * Creates a function that logs trouble of the store as an error, once a minute for each kind of
 * trouble. The next line says how often the trouble came up meanwhile (`unlogged`), so that a full
 * disk does not fill with the log as well.
 */
export function createTroubleLog(
  message: string,
  { now = () => performance.now() }: { now?: () => number } = {},
): (log: FastifyBaseLogger, trouble: string, error?: Error) => void {
  const lastLines = new Map<string, { loggedAt: number; unlogged: number }>();
  return (log, trouble, error) => {
    const last = lastLines.get(trouble);
    if (last && now() - last.loggedAt < quietMs) {
      last.unlogged += 1;
      return;
    }
    lastLines.set(trouble, { loggedAt: now(), unlogged: 0 });
    const repeats = last && last.unlogged > 0 ? { unlogged: last.unlogged } : {};
    log.error({ trouble, ...(error && { err: error }), ...repeats }, message);
  };
}
