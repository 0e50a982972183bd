import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Query } from "./database.ts";

/** What another node may have changed since it was last looked at. */
type State = { scan: number; delivery: number; routing: number; inboxes: number };

export type News = {
  onStored(listener: (lastId: number) => void): () => void;
  onDeleted(listener: (id: number) => void): () => void;
  onRouting(listener: () => void): () => void;
  onDue(listener: () => void): () => void;
  /** Whether everything is heard that is told, as far as one can know. */
  isHearing(): boolean;
  /** This process stored scans up to this id. */
  stored(lastId: number): void;
  /** This process deleted a scan. */
  deleted(id: number): void;
  /** Something may have become due through this process. */
  due(): void;
  /** Resolves when everybody concerned was told of what was committed until now. */
  look(): Promise<void>;
  close(): Promise<void>;
};

/** So long after the last look that went well, what is not heard may not have been said, or not be heard any more. */
const freshMs = 3000;

/** While nothing is heard from the database, a look at what may be due is taken with every so many. */
const looksPerDue = 5;

/**
 * Hears from the database what other nodes did, over a connection kept for that; should that be lost, or something
 * have been missed, a look every `pollMs` finds it out. `isOwn` says whether this process is the one that told.
 */
export async function openNews(parts: {
  /** With a connection to spare. */
  database: Database;
  query: Query;
  pollMs: number;
  isOwn: (name: string) => boolean;
  /** What is kept in memory of these is not true any more. */
  forget: { inboxes(): void; routing(): void };
}): Promise<News> {
  const { database, query, pollMs, isOwn, forget } = parts;
  const told = await readState(query);
  const listeners = {
    stored: new Set<(lastId: number) => void>(),
    deleted: new Set<(id: number) => void>(),
    routing: new Set<() => void>(),
    due: new Set<() => void>(),
  };
  const closing = new AbortController();
  let isListening = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looks = 0;

  const tell = {
    stored(id: number) {
      if (id <= told.scan) return;
      told.scan = id;
      for (const listener of [...listeners.stored]) listener(id);
    },
    deleted(id: number) {
      for (const listener of [...listeners.deleted]) listener(id);
    },
    routing() {
      forget.routing();
      for (const listener of [...listeners.routing]) listener();
    },
    due() {
      for (const listener of [...listeners.due]) listener();
    },
  };

  async function look(): Promise<void> {
    const began = performance.now();
    try {
      const now = await readState(query);
      if (now.inboxes !== told.inboxes) {
        told.inboxes = now.inboxes;
        forget.inboxes();
      }
      lookedAt = began;
      tell.stored(now.scan);
      if (now.routing !== told.routing) {
        told.routing = now.routing;
        tell.routing();
      }
      looks += 1;
      if (now.delivery > told.delivery || !isListening || looks % looksPerDue === 0) {
        told.delivery = Math.max(now.delivery, told.delivery);
        tell.due();
      }
    } catch {
      // Out of reach just now: the next look will tell.
    }
  }

  let looking: Promise<void> | undefined;
  const lookOnce = () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  function heard(note: string): void {
    const [what, by = "", scan, delivery] = note.split(" ");
    if (what === "inboxes") forget.inboxes();
    else if (what === "routing") lookOnce();
    else if (isOwn(by)) return;
    else if (what === "due") tell.due();
    else if (what === "deleted") tell.deleted(Number(scan));
    else {
      tell.stored(Number(scan));
      if (Number(delivery) > told.delivery) {
        told.delivery = Number(delivery);
        tell.due();
      }
    }
  }

  /** Listens until the connection is lost. */
  async function hear(): Promise<void> {
    const client = await database.connect();
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    const stop = () => lose();
    client.on("error", stop);
    client.on("end", stop);
    client.on("notification", ({ payload }) => heard(payload ?? ""));
    closing.signal.addEventListener("abort", stop, { once: true });
    try {
      if (closing.signal.aborted) return;
      await client.query("LISTEN scanhook");
      // What was said while nobody listened.
      await looking;
      await lookOnce();
      isListening = true;
      await lost;
    } finally {
      isListening = false;
      closing.signal.removeEventListener("abort", stop);
      client.removeAllListeners("notification");
      client.release(true);
    }
  }

  /** Until it is closed. */
  async function keepHearing(): Promise<void> {
    for (let pause = 100; !closing.signal.aborted; pause = Math.min(pause * 2, 2000)) {
      const began = performance.now();
      await hear().catch(() => {});
      if (performance.now() - began > 10_000) pause = 100;
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
  }

  // Not before somebody listens: a command that stores one thing needs none of it.
  let hearing: Promise<void> | undefined;
  let poll: NodeJS.Timeout | undefined;
  const add = <T>(set: Set<T>) => {
    return (listener: T) => {
      set.add(listener);
      if (!closing.signal.aborted && !hearing) {
        hearing = keepHearing();
        poll = setInterval(lookOnce, pollMs);
        poll.unref();
      }
      return () => void set.delete(listener);
    };
  };
  return {
    onStored: add(listeners.stored),
    onDeleted: add(listeners.deleted),
    onRouting: add(listeners.routing),
    onDue: add(listeners.due),
    isHearing: () => isListening && performance.now() - lookedAt < freshMs,
    stored: tell.stored,
    deleted: tell.deleted,
    due: tell.due,
    async look() {
      // One that runs already may have read before what was committed.
      await looking;
      await lookOnce();
    },
    async close() {
      clearInterval(poll);
      for (const set of Object.values(listeners)) set.clear();
      closing.abort();
      await hearing;
      await looking;
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
    "news",
  );
  return row!;
}
