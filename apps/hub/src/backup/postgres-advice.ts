/**
 * The sentence that tells how to back up and restore a hub on PostgreSQL. Undefined for a hub on
 * SQLite, where `scanhook backup` and `scanhook restore` do it.
 */
export function adviseOnPostgres(settings: {
  data: string;
  database?: string;
}): string | undefined {
  const { data, database } = settings;
  if (database === undefined) return undefined;
  return `The scans of this hub are in PostgreSQL: back up the database with pg_dump and restore it with pg_restore. From ${data}, copy ca.pem, tls, secret.key, scanhook.yaml and files.`;
}
