// A reader in a thread of its own, which can be ended when a call does not return.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { SharedPicture } from "./codes-corpus.ts";
import type { InstalledReader } from "./codes-readers.ts";

/**
 * A code as every reader returns it. `format` is exact only for readings of ours; for others, QR is
 * called `qr`.
 */
export type BenchReading = { content: string; format: string; bytes: Uint8Array };

export type ReadRequest = {
  picture: SharedPicture;
  /** The number of calls on the same picture. */
  calls: number;
  /** Whether a new reader is created first, which remembers nothing of the pictures before. */
  isFresh: boolean;
};

/** One entry for each call. `milliseconds` is the time that the thread spent on a core. */
export type ReadCall = { readings: BenchReading[]; milliseconds: number };

export type ReadReply = { calls: ReadCall[] } | { error: string };

/**
 * `failure` says why the reader gave no answer: what it threw, or that it was ended at its time
 * limit.
 */
type ReadOutcome = { calls: ReadCall[]; failure?: string };

export type ReaderThread = {
  read(
    picture: SharedPicture,
    options?: { calls?: number; isFresh?: boolean },
  ): Promise<ReadOutcome>;
  end(): Promise<void>;
};

/**
 * Starts a reader. A call that takes longer than `limit` milliseconds ends its thread, and the next
 * one starts another.
 */
export async function startReader(reader: InstalledReader, limit: number): Promise<ReaderThread> {
  let worker = await startWorker(reader);
  const restart = async () => {
    await worker.terminate();
    worker = await startWorker(reader);
  };
  return {
    async read(picture, { calls = 1, isFresh = false } = {}) {
      const reply = await ask(worker, { picture, calls, isFresh }, limit);
      if ("calls" in reply) return reply;
      // After an error, WebAssembly may have left its memory in any state.
      await restart();
      return { calls: [{ readings: [], milliseconds: limit }], failure: reply.error };
    },
    async end() {
      await worker.terminate();
    },
  };
}

async function startWorker(reader: InstalledReader): Promise<Worker> {
  const worker = new Worker(new URL("codes-worker.ts", import.meta.url), {
    workerData: { name: reader.name, folder: reader.folder },
    // Some packages print what they do.
    stdout: true,
    stderr: true,
  });
  await once(worker, "message");
  return worker;
}

function ask(worker: Worker, request: ReadRequest, limit: number): Promise<ReadReply> {
  return new Promise((resolve) => {
    const finish = (reply: ReadReply) => {
      clearTimeout(timer);
      worker.off("message", finish).off("error", fail).off("exit", leave);
      resolve(reply);
    };
    const fail = (error: unknown) => finish({ error: String(error) });
    const leave = (code: number) => finish({ error: `its thread ended with ${code}` });
    const timer = setTimeout(() => finish({ error: `not done after ${limit} ms` }), limit);
    worker.on("message", finish).on("error", fail).on("exit", leave);
    worker.postMessage(request);
  });
}
