import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Crew, createCrew, type Helper } from "@scanhook/objects";

/**
 * The most threads, including the calling one. Further threads would save too little time for the
 * memory that they need.
 */
const maxThreads = 4;

export type StartedCrew = {
  crew: Crew;
  /** Ends the other threads and discards their tasks. */
  stop(): Promise<void>;
};

/**
 * Creates a crew of this thread and a thread for each further core, at most four threads in all. A
 * thread starts with its first task.
 */
export function startCrew(): StartedCrew {
  const count = Math.min(maxThreads, availableParallelism()) - 1;
  const threads: Worker[] = [];
  let isStopped = false;
  const startHelper = () => {
    if (isStopped) throw new Error("the work was stopped");
    const thread = new Worker(new URL("./helper-thread.ts", import.meta.url));
    threads.push(thread);
    return createHelper(thread);
  };
  const helpers = Array.from({ length: count }, (): Helper => {
    let helper: Helper | undefined;
    return async (task) => {
      helper ??= startHelper();
      return helper(task);
    };
  });
  return {
    crew: createCrew(helpers),
    async stop() {
      isStopped = true;
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

function createHelper(thread: Worker): Helper {
  const resolvers = new Map<number, (result: unknown) => void>();
  let lastId = 0;
  thread.on("message", ({ id, result }: { id: number; result: unknown }) => {
    resolvers.get(id)!(result);
    resolvers.delete(id);
  });
  const failure = new Promise<never>((_, reject) => thread.on("error", reject));
  // Every task rejects with this failure. This handler is for a failure without a task.
  failure.catch(() => {});
  return (task) => {
    lastId++;
    const id = lastId;
    const finished = new Promise<unknown>((resolve) => resolvers.set(id, resolve));
    thread.postMessage({ id, task });
    return Promise.race([finished, failure]);
  };
}
