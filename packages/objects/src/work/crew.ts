import { doTask, type Task, type TaskName, type Tasks } from "./tasks.ts";

/** This thread and others that help it. */
export type Crew = {
  /** How many tasks are asked for at a time. */
  size: number;
  /** Rejects if the thread that does the task fails. */
  run<Name extends TaskName>(
    name: Name,
    ...args: Parameters<Tasks[Name]>
  ): Promise<ReturnType<Tasks[Name]>>;
};

/** Sends a task to another thread, which gives it to `doTask`, and resolves with the result. */
export type Helper = (task: Task) => Promise<unknown>;

/**
 * Shares tasks among this thread and helpers. Each of these has up to two, so that it goes on while
 * this thread is busy.
 */
export function createCrew(helpers: readonly Helper[]): Crew {
  const idle = [doHere, ...helpers, ...helpers];
  const waiting: ((helper: Helper) => void)[] = [];
  return {
    size: idle.length,
    async run<Name extends TaskName>(name: Name, ...args: Parameters<Tasks[Name]>) {
      const helper = idle.pop() ?? (await new Promise<Helper>((resolve) => waiting.push(resolve)));
      try {
        return (await helper({ name, args })) as ReturnType<Tasks[Name]>;
      } finally {
        const next = waiting.shift();
        if (next) next(helper);
        else idle.push(helper);
      }
    },
  };
}

/** Does all tasks in this thread. */
export const ownThread: Crew = createCrew([]);

/** Lets others get their tasks before this thread is busy. */
async function doHere(task: Task): Promise<unknown> {
  await new Promise((resolve) => setTimeout(resolve));
  return doTask(task);
}

/**
 * A report takes the share of the work that is done, from 0 to 1, and returns whether to go on.
 */
export type Report = (share: number) => Promise<boolean>;

/** Returns the report of a part of the work, which begins and ends at these shares of the whole. */
export const reportPart =
  (report: Report, begin: number, end: number): Report =>
  (share) =>
    report(begin + (end - begin) * share);

/**
 * Calls `work` for each item, for as many at a time as a crew asks for, and returns the results in
 * the order of the items. `report` is awaited before each with the share that was begun; if it says
 * to stop, the result is undefined.
 */
export async function workOnEach<Item, Result>(
  items: readonly Item[],
  { size }: Crew,
  work: (item: Item, index: number) => Promise<Result>,
  report: Report,
): Promise<Result[] | undefined> {
  const results: Result[] = [];
  const queue = items.entries();
  let isStopped = false;
  const workOnQueue = async () => {
    for (const [index, item] of queue) {
      if (!(await report(index / items.length))) isStopped = true;
      else results[index] = await work(item, index);
      if (isStopped) return;
    }
  };
  await Promise.all(Array.from({ length: size }, workOnQueue));
  return isStopped ? undefined : results;
}
