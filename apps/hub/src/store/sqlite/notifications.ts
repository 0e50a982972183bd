/** A number in the database that only increases, and listeners for when it does. */
export type Watch = {
  /** Returns a function that removes the listener. */
  on(listener: (value: number) => void): () => void;
  /** Reports that the number is now at least `value`. */
  report(value: number): void;
  /** Reads the number from the database. */
  check(): void;
};

/** Watches numbers of one database. While anybody listens, it checks every `pollMs` for changes by other processes. */
export function createWatches(pollMs: number): {
  add(read: () => number): Watch;
  stop(): void;
} {
  const watches: { check(): void; listeners: Set<unknown> }[] = [];
  let poll: NodeJS.Timeout | undefined;

  function restartPolling() {
    clearInterval(poll);
    if (watches.every(({ listeners }) => listeners.size === 0)) return;
    poll = setInterval(checkAll, pollMs);
    poll.unref();
  }

  function checkAll() {
    for (const { check, listeners } of watches) if (listeners.size > 0) check();
  }

  return {
    add(read) {
      const listeners = new Set<(value: number) => void>();
      let reported = read();
      function report(value: number) {
        if (value <= reported) return;
        reported = value;
        for (const listener of [...listeners]) listener(value);
      }
      function check() {
        let value = reported;
        try {
          value = read();
        } catch {
          // The database is locked or unreachable right now. The next check reports what this one missed.
        }
        report(value);
      }
      watches.push({ check, listeners });
      return {
        report,
        check,
        on(listener) {
          listeners.add(listener);
          restartPolling();
          return () => {
            listeners.delete(listener);
            restartPolling();
          };
        },
      };
    },
    stop() {
      for (const { listeners } of watches) listeners.clear();
      restartPolling();
    },
  };
}
