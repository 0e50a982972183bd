/** A wall clock may be set while a timer runs: it is looked at this often. */
const longestSleepMs = 60_000;

export type Alarm = {
  ring(): void;
  /** At this time, in milliseconds since 1970; the earliest of those asked for counts. */
  ringAt(time: number): void;
  /** No further run begins; resolves when the one under way is over. */
  stop(): Promise<void>;
};

/** Does a piece of work when it rings: never twice at a time, and never sooner than `restMs` after the last began. */
export function createAlarm(
  work: () => Promise<void>,
  { restMs, now = Date.now }: { restMs: number; now?: () => number },
): Alarm {
  let due = Number.POSITIVE_INFINITY;
  // Not on the wall clock: that may jump.
  let restedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  function set() {
    clearTimeout(timer);
    if (stopped || running || due === Number.POSITIVE_INFINITY) return;
    const ms = Math.max(due - now(), restedAt - performance.now(), 0);
    timer = setTimeout(start, Math.min(ms, longestSleepMs));
  }

  function start() {
    if (now() < due) return set();
    due = Number.POSITIVE_INFINITY;
    restedAt = performance.now() + restMs;
    running = work().finally(() => {
      running = undefined;
      set();
    });
  }

  function ringAt(time: number) {
    if (time >= due) return;
    due = time;
    set();
  }

  return {
    ringAt,
    ring: () => ringAt(Number.NEGATIVE_INFINITY),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
