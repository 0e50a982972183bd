/** The longest timer, because the wall clock may be set while it runs. */
const maxTimerMs = 60_000;

export type Alarm = {
  /** Runs the task as soon as the interval allows. */
  runSoon(): void;
  /**
   * Runs the task at this time, in milliseconds since 1970. Of several requested times, the
   * earliest one counts.
   */
  runAt(time: number): void;
  /** Prevents further runs. Resolves when the current run is over. */
  stop(): Promise<void>;
};

/**
 * Creates an alarm that runs a task on request. Requests are coalesced: two runs never overlap, and
 * each starts at least `minIntervalMs` after the previous one started.
 */
export function createAlarm(
  task: () => Promise<void>,
  { minIntervalMs, now = Date.now }: { minIntervalMs: number; now?: () => number },
): Alarm {
  let dueAt = Number.POSITIVE_INFINITY;
  /** On the monotonic clock, because the wall clock may jump. */
  let earliestStart = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  function schedule() {
    clearTimeout(timer);
    if (isStopped || running || dueAt === Number.POSITIVE_INFINITY) return;
    const waitMs = Math.max(dueAt - now(), earliestStart - performance.now(), 0);
    timer = setTimeout(run, Math.min(waitMs, maxTimerMs));
  }

  function run() {
    // The task itself may have requested the next run before it waited for anything.
    if (running) return;
    if (now() < dueAt) return schedule();
    dueAt = Number.POSITIVE_INFINITY;
    earliestStart = performance.now() + minIntervalMs;
    running = task().finally(() => {
      running = undefined;
      schedule();
    });
  }

  function runAt(time: number) {
    if (time >= dueAt) return;
    dueAt = time;
    schedule();
  }

  return {
    runAt,
    runSoon: () => runAt(Number.NEGATIVE_INFINITY),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
