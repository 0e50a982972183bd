/** A number in the database that only grows, and who is to be told when it did. */
export type Signal = {
  on(listener: (value: number) => void): () => void;
  /** The number is at least this now. */
  tell(value: number): void;
  /** Reads the number. */
  look(): void;
};

/** Signals of one database; while anybody listens, they are looked at every `pollMs` for what another process did. */
export function createSignals(pollMs: number): {
  add(read: () => number): Signal;
  stop(): void;
} {
  const signals: { look(): void; listeners: Set<unknown> }[] = [];
  let poll: NodeJS.Timeout | undefined;

  function watch() {
    clearInterval(poll);
    if (signals.every(({ listeners }) => listeners.size === 0)) return;
    poll = setInterval(lookAtAll, pollMs);
    poll.unref();
  }

  function lookAtAll() {
    for (const { look, listeners } of signals) if (listeners.size > 0) look();
  }

  return {
    add(read) {
      const listeners = new Set<(value: number) => void>();
      let told = read();
      function tell(value: number) {
        if (value <= told) return;
        told = value;
        for (const listener of [...listeners]) listener(value);
      }
      function look() {
        let value = told;
        try {
          value = read();
        } catch {
          // Locked or out of reach just now: the next look will tell.
        }
        tell(value);
      }
      signals.push({ look, listeners });
      return {
        tell,
        look,
        on(listener) {
          listeners.add(listener);
          watch();
          return () => {
            listeners.delete(listener);
            watch();
          };
        },
      };
    },
    stop() {
      for (const { listeners } of signals) listeners.clear();
      watch();
    },
  };
}
