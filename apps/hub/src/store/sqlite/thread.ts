import type { DatabaseSync } from "node:sqlite";
import { type MessagePort, Worker } from "node:worker_threads";
import { StoreUnavailable } from "../store.ts";
import { type Failure, fromFailure, toFailure } from "./trouble.ts";

/** The queries a thread answers: plain functions of its own connection. */
export type Api = Record<string, (db: DatabaseSync, ...args: never[]) => unknown>;

type Arguments<Query> = Query extends (db: DatabaseSync, ...args: infer A) => unknown ? A : never;

export type Call = { call: number; name: string; args: unknown[] };
export type Answer = { call: number; value: unknown } | { call: number; failure: Failure };
type Started = { started: true } | { started: false; failure: Failure };

export type Thread<Queries extends Api> = {
  /** Runs a query in the thread. Rejects with `StoreUnavailable` when the database fails. */
  call<Name extends keyof Queries & string>(
    name: Name,
    ...args: Arguments<Queries[Name]>
  ): Promise<ReturnType<Queries[Name]>>;
  /** Anything else that the thread understands. */
  post(message: unknown): void;
  /** Lets it finish what it was asked, close its connection and end. */
  close(): Promise<void>;
};

/** Starts a thread; resolves once its database is open, rejects with `StoreUnavailable` when that fails. */
export async function startThread<Queries extends Api>(
  entry: URL,
  workerData: unknown,
  on: { message?: (message: unknown) => void; end?: (error: StoreUnavailable) => void } = {},
): Promise<Thread<Queries>> {
  const worker = new Worker(entry, { workerData });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  let ended: StoreUnavailable | undefined;
  let crash: unknown;

  const starting = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  worker.on("message", (message: Started | Answer) => {
    if ("call" in message) {
      const one = waiting.get(message.call);
      waiting.delete(message.call);
      if ("failure" in message) one?.reject(fromFailure(message.failure));
      else one?.resolve(message.value);
    } else if ("started" in message) {
      if (message.started) starting.resolve();
      else starting.reject(fromFailure(message.failure));
    } else {
      on.message?.(message);
    }
  });
  worker.on("error", (error) => {
    crash = error;
  });
  worker.on("exit", () => {
    ended =
      crash === undefined
        ? new StoreUnavailable("closed", "The store is closed.")
        : new StoreUnavailable("broken", "A thread of the store broke down; restart the hub.", {
            cause: crash,
          });
    starting.reject(ended);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    on.end?.(ended);
    ending.resolve();
  });
  await starting.promise;

  return {
    call(name, ...args) {
      if (ended) return Promise.reject(ended);
      const one = Promise.withResolvers<unknown>();
      calls += 1;
      waiting.set(calls, one);
      worker.postMessage({ call: calls, name, args } satisfies Call);
      return one.promise as Promise<never>;
    },
    post(message) {
      if (ended) throw ended;
      worker.postMessage(message);
    },
    close() {
      if (!ended) worker.postMessage("close");
      return ending.promise;
    },
  };
}

/**
 * In the thread: opens the database, tells whether that worked, then hands on every message.
 * `take` calls `finish` when the message is `close`.
 */
export function runThread(
  port: MessagePort,
  open: () => DatabaseSync,
  take: (message: unknown, db: DatabaseSync, finish: () => void) => void,
): void {
  let db: DatabaseSync;
  try {
    db = open();
  } catch (error) {
    port.postMessage({ started: false, failure: toFailure(error) } satisfies Started);
    return;
  }
  const finish = () => {
    db.close();
    port.close();
  };
  port.on("message", (message: unknown) => take(message, db, finish));
  port.postMessage({ started: true } satisfies Started);
}

/** In the thread: runs one query; the answer is to be sent back. */
export function answer(api: Api, db: DatabaseSync, { call, name, args }: Call): Answer {
  try {
    return { call, value: api[name]!(db, ...(args as never[])) };
  } catch (error) {
    return { call, failure: toFailure(error) };
  }
}
