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
  return `The scans of this hub are in PostgreSQL: back up the database with pg_dump and restore it with pg_restore. From ${data}, copy ca.pem, tls, secret.key, scanhook.yaml and files.`;
}
