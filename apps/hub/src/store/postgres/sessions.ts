import type { Client, ClientBase, QueryConfig } from "pg";

/** The sessions of a store in all of its pools. */
export type Sessions = {
  /**
   * Prepares a new session, and closes those that lead to another server: the address of the
   * database has moved. A standby does not count, because the address may still move on.
   */
  open(client: ClientBase): Promise<void>;
  /**
   * Notes that PostgreSQL may still be working on a statement of this session after its connection
   * is closed. The next session that is opened ends it.
   */
  abandon(client: ClientBase): void;
};

/** A backend process. The times, in microseconds, tell apart those of different servers. */
type Session = { pid: number; began: string; server: string };

/** How long a new session may take to answer, in milliseconds. */
const openMs = 5000;

type TimedQuery = QueryConfig & { query_timeout: number };

/** Creates the sessions of a store. `busyMs` is how long they wait for a lock. */
export function createSessions(busyMs: number): Sessions {
  const open = new Map<ClientBase, Session>();
  let abandoned: Session[] = [];

  function closeOthers({ server }: Session): void {
    for (const [client, session] of open) {
      // Not `end()`, which waits for the other side.
      if (session.server !== server) (client as Client).connection.stream.destroy();
    }
  }

  async function endAbandoned(client: ClientBase): Promise<void> {
    const ended = abandoned;
    abandoned = [];
    const query: TimedQuery = {
      text: `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        JOIN unnest($1::int[], $2::text[]) AS given (pid, began) USING (pid)
        WHERE backend_start::text = given.began`,
      values: [ended.map(({ pid }) => pid), ended.map(({ began }) => began)],
      query_timeout: openMs,
    };
    await client.query(query);
  }

  return {
    async open(client) {
      const { isPrimary, ...session } = await prepare(client, busyMs);
      open.set(client, session);
      client.once("end", () => open.delete(client));
      if (isPrimary) closeOthers(session);
      if (abandoned.length > 0) await endAbandoned(client);
    },
    abandon(client) {
      const session = open.get(client);
      if (session) abandoned.push(session);
    },
  };
}

/** Sets the options that the store relies on, regardless of the defaults of the server. */
async function prepare(
  client: ClientBase,
  busyMs: number,
): Promise<Session & { isPrimary: boolean }> {
  const query: TimedQuery = {
    text: `SELECT pid, backend_start::text AS began, pg_postmaster_start_time()::text AS server,
         NOT pg_is_in_recovery() AS "isPrimary", set_config('lock_timeout', $1, false),
         set_config('idle_in_transaction_session_timeout', '20000', false),
         set_config('default_transaction_isolation', 'read committed', false),
         set_config('client_min_messages', 'warning', false),
         CASE WHEN current_setting('synchronous_commit') = 'off'
           THEN set_config('synchronous_commit', 'on', false) END
       FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
    values: [String(busyMs)],
    query_timeout: openMs,
  };
  const { rows } = await client.query<Session & { isPrimary: boolean }>(query);
  const { pid, began, server, isPrimary } = rows[0]!;
  return { pid, began, server, isPrimary };
}
