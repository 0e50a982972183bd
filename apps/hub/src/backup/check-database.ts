import { Worker } from "node:worker_threads";
import type { Head } from "../store/retention.ts";

export type CheckedDatabase =
  | { ok: true; scans: number; migration: string; heads: (Head & { inbox: string })[] }
  /** `reason` completes a sentence that begins with "Its database". */
  | { ok: false; reason: string };

/**
 * Reads a whole database that no hub has open, and checks that it is intact, that this program
 * knows its migrations, and that its audit trails are valid. Runs in a thread of its own, which the
 * signal terminates. Rejects with the reason of the signal.
 */
export async function checkDatabase(
  path: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<CheckedDatabase> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL("./check-thread.ts", import.meta.url), { workerData: path });
  const checked = Promise.withResolvers<CheckedDatabase>();
  worker.on("message", checked.resolve);
  worker.on("error", checked.reject);
  worker.on("exit", () => checked.reject(signal?.reason ?? new Error("The check ended early.")));
  const end = () => void worker.terminate();
  signal?.addEventListener("abort", end);
  try {
    return await checked.promise;
  } finally {
    signal?.removeEventListener("abort", end);
  }
}
