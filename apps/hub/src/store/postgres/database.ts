import { type ClientBase, Pool, type PoolClient, type QueryResultRow, types } from "pg";
import { StoreUnavailable } from "../store.ts";
import { findPassword } from "./password-file.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";
import { isAboutTheConnection, toTrouble } from "./trouble.ts";

/** Asks the database; `name` keeps the statement prepared, for what is asked all the time. Texts may be any. */
export type Query = <R extends QueryResultRow = QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
  name?: string,
) => Promise<R[]>;

export type Database = {
  /** Where it is, without the password. */
  place: string;
  /** Every method rejects with `StoreUnavailable` and nothing else but bugs. */
  query: Query;
  /** Runs `work` in one transaction. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** A connection to keep, for LISTEN; whoever takes it gives it back broken. */
  connect(): Promise<PoolClient>;
  close(): Promise<void>;
};

export type Patience = {
  /** How long to wait for a lock, in milliseconds. */
  busyMs: number;
  /** How long to wait for an answer before the connection is given up; none for what may take its time. */
  answerMs?: number;
};

/** Connections to the database at a postgres:// URL, at most `connections` of them, opened when they are needed. */
export function openDatabase(
  url: string,
  connections: number,
  { busyMs, answerMs }: Patience,
  env: NodeJS.ProcessEnv = process.env,
): Database {
  const place = toPlace(url);
  const pool = new Pool({
    connectionString: toConnectionString(url, env),
    application_name: "scanhook",
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: { getTypeParser: toParser as typeof types.getTypeParser },
    ...(answerMs !== undefined && { query_timeout: answerMs }),
    // Awaited before the connection is handed out, whatever its type says.
    onConnect: (client: ClientBase) => {
      // What is under way on it fails; that it tells of it once more must not end the process.
      client.on("error", () => {});
      return prepareSession(client, busyMs);
    },
  });
  // A connection that breaks while nobody uses it has been removed already.
  pool.on("error", () => {});
  let closing: Promise<void> | undefined;

  async function connect(): Promise<PoolClient> {
    if (closing) throw closed();
    try {
      return await pool.connect();
    } catch (error) {
      throw toTrouble(error, place) ?? error;
    }
  }

  async function on<T>(work: (query: Query, client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    let broken = false;
    try {
      return await work(async (text, values = [], name) => {
        const result = await client.query({
          text,
          values: values.map(toParameter),
          ...(name !== undefined && { name }),
        });
        return result.rows as never;
      }, client);
    } catch (error) {
      broken = isAboutTheConnection(error) || !(error instanceof Error && "code" in error);
      throw toTrouble(error, place) ?? error;
    } finally {
      client.release(broken);
    }
  }

  return {
    place,
    connect,
    query: (sql, values, name) => on((query) => query(sql, values, name)),
    transaction: (work) =>
      on(async (query) => {
        await query("BEGIN");
        try {
          const result = await work(query);
          await query("COMMIT");
          return result;
        } catch (error) {
          await query("ROLLBACK").catch(() => {});
          throw error;
        }
      }),
    close: () => (closing ??= pool.end()),
  };
}

export function closed(): StoreUnavailable {
  return new StoreUnavailable("closed", "The store is closed.");
}

/** `postgres://user@host:5432/name`, without password and options. */
export function toPlace(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username && `${username}@`}${host}${pathname}`;
}

/**
 * `sslmode` means what it means to libpq. The password comes from the URL, PGPASSWORD or the password file. What else
 * the URL leaves out comes from the other variables of libpq, which pg reads itself.
 */
function toConnectionString(url: string, env: NodeJS.ProcessEnv): string {
  const parsed = new URL(url);
  if (parsed.searchParams.has("sslmode")) parsed.searchParams.set("uselibpqcompat", "true");
  const login = {
    host: parsed.searchParams.get("host") ?? (parsed.hostname || env.PGHOST || "localhost"),
    port: parsed.port || env.PGPORT || "5432",
    user: decodeURIComponent(parsed.username) || env.PGUSER || env.USER || "",
    database: decodeURIComponent(parsed.pathname.slice(1)) || env.PGDATABASE || "",
  };
  const password =
    decodeURIComponent(parsed.password) || env.PGPASSWORD || findPassword(login, env);
  // Not before the host: a URL that names a socket's folder has none.
  if (password) parsed.searchParams.set("password", password);
  return parsed.href;
}

/** What the store relies on, whatever the server was told to do otherwise. */
async function prepareSession(client: ClientBase, busyMs: number): Promise<void> {
  await client.query(
    `SELECT set_config('lock_timeout', $1, false),
       set_config('idle_in_transaction_session_timeout', '20000', false),
       set_config('default_transaction_isolation', 'read committed', false),
       CASE WHEN current_setting('synchronous_commit') = 'off'
         THEN set_config('synchronous_commit', 'on', false) END`,
    [String(busyMs)],
  );
}

const int8 = 20;
const text = 25;
const int8Array = 1016;
const textArray = 1009;

function toParser(type: number, format?: "text" | "binary") {
  const parse = types.getTypeParser(type, format as "text") as (value: string) => unknown;
  const parseArray = (value: string) => parse(value) as string[];
  if (type === int8) return Number;
  if (type === text) return fromStoredText;
  if (type === int8Array) return (value: string) => parseArray(value).map(Number);
  if (type === textArray) return (value: string) => parseArray(value).map(fromStoredText);
  return parse;
}

function toParameter(value: unknown): unknown {
  if (typeof value === "string") return toStoredText(value);
  return Array.isArray(value) ? value.map(toParameter) : value;
}
