import { say } from "../texts/exact-message.ts";

/**
 * Returns how to back up and restore a hub on PostgreSQL. Returns undefined for a hub on SQLite,
 * for which `scanhook backup` and `scanhook restore` exist.
 */
export function adviseOnPostgres(settings: {
  data: string;
  database?: string;
}): string | undefined {
  const { data, database } = settings;
  if (database === undefined) return undefined;
  return say("backup-of-postgres", { folder: data });
}
