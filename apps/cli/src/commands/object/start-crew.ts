import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { type Crew, createCrew, type Helper } from "@scanhook/objects";

/**
 * More threads than this, the own one included, need more memory than the time they save is worth.
 */
const mostThreads = 4;

export type StartedCrew = {
  crew: Crew;
  /** Ends the other threads, with what they do. */
  stop(): Promise<void>;
};

/**
 * Creates a crew of this thread and one for each further core, up to four. A thread starts with its
 * first task.
 */
export function startCrew(): StartedCrew {
  const count = Math.min(mostThreads, availableParallelism()) - 1;
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
  const asked = new Map<number, (result: unknown) => void>();
  let last = 0;
  thread.on("message", ({ id, result }: { id: number; result: unknown }) => {
    asked.get(id)!(result);
    asked.delete(id);
  });
  const failure = new Promise<never>((_, reject) => thread.on("error", reject));
  // Tasks reject with it. Without a task, nobody would handle it.
  failure.catch(() => {});
  return (task) => {
    last++;
    const id = last;
    const answer = new Promise<unknown>((resolve) => asked.set(id, resolve));
    thread.postMessage({ id, task });
    return Promise.race([answer, failure]);
  };
}
