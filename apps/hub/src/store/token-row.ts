import type { TokenRecord } from "./owner.ts";

/** A token as both databases return it. Times are milliseconds since 1970. */
export type TokenRow = {
  id: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
};

export function toTokenRecord({ id, name, created_at, last_used_at }: TokenRow): TokenRecord {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    ...(last_used_at === null ? {} : { lastUsedAt: new Date(last_used_at).toISOString() }),
  };
}
