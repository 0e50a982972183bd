import type { DatabaseSync } from "node:sqlite";
import { type MessagePort, Worker } from "node:worker_threads";
import { StoreUnavailable } from "../unavailable.ts";
import { type Queries, queries } from "./queries.ts";
import { type Failure, fromFailure, toFailure } from "./unavailable.ts";

type Arguments<Query> = Query extends (db: DatabaseSync, ...args: infer A) => unknown ? A : never;
type Result<Query> = Query extends (...args: never[]) => infer R ? R : never;

export type Call = { call: number; name: keyof Queries; args: unknown[] };
export type Answer = { call: number; value: unknown } | { call: number; failure: Failure };
type Started = { started: true } | { started: false; failure: Failure };

export type Thread = {
  /** Runs a query in the thread. Rejects with `StoreUnavailable` if the database fails. */
  call<Name extends keyof Queries>(
    name: Name,
    ...args: Arguments<Queries[Name]>
  ): Promise<Result<Queries[Name]>>;
  /** Sends a message that is no call. The thread must understand it. */
  post(message: unknown): void;
  /** Lets the thread finish its work, close its connection and end. */
  close(): Promise<void>;
};

/**
 * Starts a thread of the store. Resolves once its database is open. Rejects with `StoreUnavailable`
 * if it cannot be opened.
 */
export async function startThread(
  entry: URL,
  workerData: unknown,
  on: { message?: (message: unknown) => void; end?: (error: StoreUnavailable) => void } = {},
): Promise<Thread> {
  const worker = new Worker(entry, { workerData });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastCall = 0;
  let ended: StoreUnavailable | undefined;
  let crash: unknown;

  const starting = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  worker.on("message", (message: Started | Answer) => {
    if ("call" in message) {
      const call = pending.get(message.call);
      pending.delete(message.call);
      if ("failure" in message) call?.reject(fromFailure(message.failure));
      else call?.resolve(message.value);
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
        : new StoreUnavailable("broken", "A thread of the store crashed. Restart the hub.", {
            cause: crash,
          });
    starting.reject(ended);
    for (const { reject } of pending.values()) reject(ended);
    pending.clear();
    on.end?.(ended);
    ending.resolve();
  });
  await starting.promise;

  return {
    call(name, ...args) {
      if (ended) return Promise.reject(ended);
      const call = Promise.withResolvers<unknown>();
      lastCall += 1;
      pending.set(lastCall, call);
      worker.postMessage({ call: lastCall, name, args } satisfies Call);
      return call.promise as Promise<never>;
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
 * The main function of a thread. Opens the database, reports whether that succeeded, and then
 * passes every message to `receive`, which must call `finish` for the message "close".
 */
export function runThread(
  port: MessagePort,
  open: () => DatabaseSync,
  receive: (message: unknown, db: DatabaseSync, finish: () => void) => void,
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
  port.on("message", (message: unknown) => receive(message, db, finish));
  port.postMessage({ started: true } satisfies Started);
}

/**
 * Runs one query inside the thread, and returns the message to send back. `run` may wrap the query,
 * for example in a transaction.
 */
export function runCall(
  db: DatabaseSync,
  { call, name, args }: Call,
  run = (query: () => unknown) => query(),
): Answer {
  try {
    const query = queries[name] as (db: DatabaseSync, ...args: unknown[]) => unknown;
    return { call, value: run(() => query(db, ...args)) };
  } catch (error) {
    return { call, failure: toFailure(error) };
  }
}
