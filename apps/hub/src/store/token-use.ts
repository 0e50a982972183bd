import type { TokenInUse } from "./logins.ts";

/**
 * The resolution of the time at which tokens and credentials were last used. It is coarse, so that
 * frequent use causes few writes.
 */
export const useResolutionMs = 60_000;

/**
 * Returns the token that `find` finds. Calls `record` if the last recorded use is at least a minute
 * old. Does not wait for `record`, and ignores its failure, because a full disk must not lock the
 * owner out. `now` is in milliseconds since 1970.
 */
export async function useToken(parts: {
  find: () => Promise<TokenInUse | undefined>;
  record: (id: number) => Promise<void>;
  now: number;
}): Promise<TokenInUse | undefined> {
  const token = await parts.find();
  if (token && isOld(token.lastUsedAt, parts.now)) parts.record(token.id).catch(() => {});
  return token;
}

function isOld(lastUsedAt: string | undefined, now: number): boolean {
  return lastUsedAt === undefined || now - Date.parse(lastUsedAt) >= useResolutionMs;
}
