/** Where `backup` and `restore` have nothing to do: one sentence that says what does. */
export function whyNotHere(settings: { data: string; database?: string }): string | undefined {
  const { data, database } = settings;
  if (database === undefined) return undefined;
  return `The scans of this hub are in PostgreSQL: back that up with pg_dump, and restore it with pg_restore; of ${data} copy ca.pem, tls, secret.key, scanhook.yaml and files.`;
}
