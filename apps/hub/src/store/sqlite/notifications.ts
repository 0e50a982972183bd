/** Watches a number in the database that only increases, and calls listeners when it does. */
export type Watch = {
  /**
   * Adds a listener, and returns a function that removes it. A listener with a topic is not called
   * for changes whose topics are known and do not include its own.
   */
  on(listener: (value: number) => void, topic?: string): () => void;
  /**
   * Reports that the number is now at least `value`. `change` has the amount by which this process
   * increased it (`steps`), and the topics of that change.
   */
  report(value: number, change?: { steps: number; topics: ReadonlySet<string> }): void;
  /** Reads the number from the database. */
  check(): void;
};

/**
 * Creates watches of numbers in one database. While there are listeners, they are checked every
 * `pollMs` for changes by other processes.
 */
export function createWatches(pollMs: number): {
  add(read: () => number): Watch;
  stop(): void;
} {
  const watches: { check(): void; listeners: Map<unknown, unknown> }[] = [];
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
      type Listener = (value: number) => void;
      /** The listeners by topic. The key of listeners without a topic is `undefined`. */
      const listeners = new Map<string | undefined, Set<Listener>>();
      let reported = read();
      const report: Watch["report"] = (value, change) => {
        if (value <= reported) return;
        // If the number has increased by more, other processes have changed unknown topics.
        const isKnown = change !== undefined && value - reported === change.steps;
        reported = value;
        const topics = isKnown ? [undefined, ...change.topics] : [...listeners.keys()];
        for (const topic of topics) {
          for (const listener of [...(listeners.get(topic) ?? [])]) listener(value);
        }
      };
      function check() {
        let value = reported;
        try {
          value = read();
        } catch {
          // The database is currently locked or unreachable. The next check will find the change.
        }
        report(value);
      }
      watches.push({ check, listeners });
      return {
        report,
        check,
        on(listener, topic) {
          const ofTopic = listeners.get(topic) ?? new Set();
          listeners.set(topic, ofTopic.add(listener));
          restartPolling();
          return () => {
            ofTopic.delete(listener);
            if (ofTopic.size === 0 && listeners.get(topic) === ofTopic) listeners.delete(topic);
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
