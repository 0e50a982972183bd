import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Query } from "./database.ts";

/**
 * The newest ids and revisions in the database. If one of them differs, a node has changed
 * something.
 */
type State = { scan: number; delivery: number; routing: number; inboxes: number };

export type Notifications = {
  onStored(listener: (lastId: number) => void): () => void;
  onDeleted(listener: (id: number) => void): () => void;
  onRestored(listener: (id: number) => void): () => void;
  onRouting(listener: () => void): () => void;
  onDue(listener: () => void): () => void;
  /** Returns whether the connection for notifications is open and a recent check succeeded. */
  isListening(): boolean;
  /** Reports that this process stored scans up to this id. */
  stored(lastId: number): void;
  /** Reports that this process deleted a scan. */
  deleted(id: number): void;
  /** Reports that this process has restored a scan. */
  restored(id: number): void;
  /** Reports that this process may have made deliveries due. */
  due(): void;
  /**
   * Checks the database, and resolves once the listeners were told of all changes that were
   * committed before the call.
   */
  check(): Promise<void>;
  close(): Promise<void>;
};

/**
 * How long the notifications are trusted after a successful check. The limit is needed because a
 * connection may be lost without an event.
 */
const trustedMs = 3000;

/**
 * Every n-th check calls the listeners for due deliveries even without a change, in case a
 * notification was missed.
 */
const checksPerDue = 5;

/**
 * Listens to the database for changes by other nodes, over a connection of its own. If the
 * connection is lost or a notification is missed, a check every `pollMs` finds the change. `isOwn`
 * tells whether a notification was sent by this process.
 */
export async function openNotifications(parts: {
  /** A pool from which this function may keep one connection. */
  database: Database;
  query: Query;
  pollMs: number;
  isOwn: (name: string) => boolean;
  /** Functions that are called when the inboxes or the routing in memory are outdated. */
  forget: { inboxes(): void; routing(): void };
}): Promise<Notifications> {
  const { database, query, pollMs, isOwn, forget } = parts;
  const lastState = await readState(query);
  const listeners = {
    stored: new Set<(lastId: number) => void>(),
    deleted: new Set<(id: number) => void>(),
    restored: new Set<(id: number) => void>(),
    routing: new Set<() => void>(),
    due: new Set<() => void>(),
  };
  const closing = new AbortController();
  let isListening = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checks = 0;

  const notify = {
    stored(id: number) {
      if (id <= lastState.scan) return;
      lastState.scan = id;
      for (const listener of [...listeners.stored]) listener(id);
    },
    deleted(id: number) {
      for (const listener of [...listeners.deleted]) listener(id);
    },
    restored(id: number) {
      for (const listener of [...listeners.restored]) listener(id);
    },
    routing() {
      forget.routing();
      for (const listener of [...listeners.routing]) listener();
    },
    due() {
      for (const listener of [...listeners.due]) listener();
    },
  };

  async function readChanges(): Promise<void> {
    const startedAt = performance.now();
    try {
      const current = await readState(query);
      if (current.inboxes !== lastState.inboxes) {
        lastState.inboxes = current.inboxes;
        forget.inboxes();
      }
      checkedAt = startedAt;
      notify.stored(current.scan);
      if (current.routing !== lastState.routing) {
        lastState.routing = current.routing;
        notify.routing();
      }
      checks += 1;
      if (current.delivery > lastState.delivery || !isListening || checks % checksPerDue === 0) {
        lastState.delivery = Math.max(current.delivery, lastState.delivery);
        notify.due();
      }
    } catch {
      // The database is currently unreachable. The next check will find the change.
    }
  }

  let checking: Promise<void> | undefined;
  const checkOnce = () => {
    checking ??= readChanges().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  function receive(notification: string): void {
    const [kind, by = "", scan, delivery] = notification.split(" ");
    if (kind === "inboxes") forget.inboxes();
    else if (kind === "routing") checkOnce();
    else if (isOwn(by)) return;
    else if (kind === "due") notify.due();
    else if (kind === "deleted") notify.deleted(Number(scan));
    else if (kind === "restored") notify.restored(Number(scan));
    else {
      notify.stored(Number(scan));
      if (Number(delivery) > lastState.delivery) {
        lastState.delivery = Number(delivery);
        notify.due();
      }
    }
  }

  /** Listens until the connection is lost or `close` is called. */
  async function listen(): Promise<void> {
    const client = await database.connect();
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    const stop = () => lose();
    client.on("error", stop);
    client.on("end", stop);
    client.on("notification", ({ payload }) => receive(payload ?? ""));
    closing.signal.addEventListener("abort", stop, { once: true });
    try {
      if (closing.signal.aborted) return;
      await client.query("LISTEN scanhook");
      // A check that began before LISTEN may have missed a change, so wait for it and check once
      // more.
      await checking;
      await checkOnce();
      isListening = true;
      await lost;
    } finally {
      isListening = false;
      closing.signal.removeEventListener("abort", stop);
      client.removeAllListeners("notification");
      client.release(true);
    }
  }

  /** Listens and reconnects until `close` is called. */
  async function keepListening(): Promise<void> {
    for (let pauseMs = 100; !closing.signal.aborted; pauseMs = Math.min(pauseMs * 2, 2000)) {
      const startedAt = performance.now();
      // While the connection fails, the regular checks find the changes.
      await listen().catch(() => {});
      if (performance.now() - startedAt > 10_000) pauseMs = 100;
      // The sleep rejects when `close` is called, which the loop condition handles.
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  // Listening starts with the first listener, because a command that only stores something needs no
  // notifications.
  let listening: Promise<void> | undefined;
  let poll: NodeJS.Timeout | undefined;
  const add = <T>(set: Set<T>) => {
    return (listener: T) => {
      set.add(listener);
      if (!closing.signal.aborted && !listening) {
        listening = keepListening();
        poll = setInterval(checkOnce, pollMs);
        poll.unref();
      }
      return () => void set.delete(listener);
    };
  };
  return {
    onStored: add(listeners.stored),
    onDeleted: add(listeners.deleted),
    onRestored: add(listeners.restored),
    onRouting: add(listeners.routing),
    onDue: add(listeners.due),
    isListening: () => isListening && performance.now() - checkedAt < trustedMs,
    stored: notify.stored,
    deleted: notify.deleted,
    restored: notify.restored,
    due: notify.due,
    async check() {
      // A check that is already running may have read the state before the commit.
      await checking;
      await checkOnce();
    },
    async close() {
      clearInterval(poll);
      for (const set of Object.values(listeners)) set.clear();
      closing.abort();
      await listening;
      await checking;
    },
  };
}

async function readState(query: Query): Promise<State> {
  const [row] = await query<State>(
    `SELECT (SELECT coalesce(max(id), 0) FROM scans) AS scan,
       (SELECT coalesce(max(id), 0) FROM deliveries) AS delivery, routing_revision AS routing,
       inbox_revision AS inboxes
     FROM owner`,
    [],
    "notifications",
  );
  return row!;
}
