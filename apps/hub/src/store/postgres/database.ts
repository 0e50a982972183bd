import { type ClientBase, Pool, type PoolClient, type QueryResultRow, types } from "pg";
import { StoreUnavailable } from "../unavailable.ts";
import { findPassword } from "./password-file.ts";
import type { Sessions } from "./sessions.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";
import {
  isUnconfirmed,
  makesConnectionUnusable,
  toStoreUnavailable,
  unconfirmedCommit,
} from "./unavailable.ts";

/**
 * Runs a statement and returns its rows. With a `name`, the statement stays prepared on its
 * connection, which pays off for frequent statements. Texts may contain any characters.
 */
export type Query = <R extends QueryResultRow = QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
  name?: string,
) => Promise<R[]>;

export type Database = {
  /** The URL without password and options. */
  location: string;
  /**
   * Runs a statement on a connection of the pool. Like the other methods, it rejects only with
   * `StoreUnavailable`, except for bugs.
   */
  query: Query;
  /** Runs `work` in one transaction. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Takes a connection out of the pool for LISTEN. The caller must release it as broken. */
  connect(): Promise<PoolClient>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Shared by the databases of a store. */
  sessions: Sessions;
  /**
   * How long to wait for a response before the connection counts as lost, in milliseconds. Without
   * it, queries may take any time.
   */
  responseMs?: number;
  /** How long a connection is used, in seconds. */
  lifetimeSeconds?: number;
};

/**
 * How long nothing may come from the other side before the system asks whether it is still there,
 * in milliseconds. After ten more seconds without an answer, the connection is lost.
 */
const silentMs = 10_000;

/**
 * Creates a pool of up to `connections` connections to a postgres:// URL. Connections are opened
 * when they are needed.
 */
export function openDatabase(
  url: string,
  connections: number,
  { sessions, responseMs, lifetimeSeconds }: DatabaseOptions,
  env: NodeJS.ProcessEnv = process.env,
): Database {
  const location = toLocation(url);
  const pool = new Pool({
    connectionString: toConnectionString(url, env),
    application_name: "scanhook",
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: lifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: silentMs,
    query_timeout: responseMs,
    types: { getTypeParser: toParser as typeof types.getTypeParser },
    // The pool awaits this before it hands out the connection, although its type does not say so.
    onConnect: (client: ClientBase) => {
      // A query on a broken connection rejects. Without a listener, the event would end the
      // process, too.
      client.on("error", () => {});
      // If somebody cancels the wait for a standby, PostgreSQL warns and reports success
      // (SyncRepWaitForLSN() in its syncrep.c).
      client.on("notice", ({ routine }) => {
        if (routine === "SyncRepWaitForLSN") unconfirmed.add(client);
      });
      return sessions.open(client);
    },
  });
  const unconfirmed = new WeakSet<ClientBase>();
  // An idle connection broke. The pool has already removed it, and the next query opens another one
  // or rejects.
  pool.on("error", () => {});
  let closing: Promise<void> | undefined;

  async function connect(): Promise<PoolClient> {
    if (closing) throw closed();
    try {
      return await pool.connect();
    } catch (error) {
      throw toStoreUnavailable(error, location) ?? error;
    }
  }

  async function withConnection<T>(
    work: (query: Query, client: PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await connect();
    let broken = false;
    try {
      return await work(async (text, values = [], name) => {
        const result = await client.query({ text, values: values.map(toParameter), name });
        if (unconfirmed.has(client)) throw new Error(unconfirmedCommit);
        return result.rows as never;
      }, client);
    } catch (error) {
      broken = makesConnectionUnusable(error) || !(error instanceof Error && "code" in error);
      if (isUnconfirmed(error)) sessions.abandon(client);
      throw toStoreUnavailable(error, location) ?? error;
    } finally {
      client.release(broken);
    }
  }

  return {
    location,
    connect,
    query: (sql, values, name) => withConnection((query) => query(sql, values, name)),
    transaction: (work) =>
      withConnection(async (query) => {
        await query("BEGIN");
        try {
          const result = await work(query);
          await query("COMMIT");
          return result;
        } catch (error) {
          // The server rolls back itself when a connection breaks.
          if (!makesConnectionUnusable(error)) await query("ROLLBACK").catch(() => {});
          throw error;
        }
      }),
    close: () => (closing ??= pool.end()),
  };
}

export function closed(): StoreUnavailable {
  return new StoreUnavailable("closed", "The store is closed.");
}

/** Returns `postgres://user@host:5432/name`, without password and options. */
export function toLocation(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username && `${username}@`}${host}${pathname}`;
}

/**
 * Completes the URL for pg. `sslmode` has the same meaning as in libpq. The password comes from the
 * URL, PGPASSWORD or the password file. For other missing parts of the URL, pg itself reads the
 * variables of libpq.
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
  // The password is a parameter, because the URL of a socket in a folder has no host that it could
  // precede.
  if (password) parsed.searchParams.set("password", password);
  return parsed.href;
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
