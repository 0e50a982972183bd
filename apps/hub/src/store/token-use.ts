import type { TokenRecord } from "./store.ts";

/**
 * Tokens and credentials record when they were last used to the minute, so that busy ones cause few
 * writes.
 */
export const useResolutionMs = 60_000;

/**
 * Returns the token that `find` finds, and has `record` record its use when the recorded one is
 * older than a minute. Does not wait for that, and ignores a failure: a full disk must not lock the
 * owner out. `now` is in milliseconds.
 */
export async function useToken(parts: {
  find: () => Promise<TokenRecord | undefined>;
  record: (id: number) => Promise<void>;
  now: number;
}): Promise<TokenRecord | undefined> {
  const token = await parts.find();
  if (token && isOld(token.lastUsedAt, parts.now)) parts.record(token.id).catch(() => {});
  return token;
}

function isOld(lastUsedAt: string | undefined, now: number): boolean {
  return lastUsedAt === undefined || now - Date.parse(lastUsedAt) >= useResolutionMs;
}
