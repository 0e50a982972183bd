export type Hourly = {
  /** Starts no further run and waits for the current one. */
  close(): Promise<void>;
};

const defaults = { firstMs: 20_000, everyMs: 3_600_000 };

/**
 * Runs `work` 20 seconds after the start and then every hour, or after `firstMs` and every
 * `everyMs` milliseconds, never twice at the same time. After an error, calls `onError` and tries
 * again at the next time. The signal aborts when the hub closes.
 */
export function startHourly(
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
  options: Partial<typeof defaults> = {},
): Hourly {
  const { firstMs, everyMs } = { ...defaults, ...options };
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let timer = setTimeout(run, firstMs).unref();

  function run(): void {
    timer = setTimeout(run, everyMs).unref();
    running ??= work(closing.signal)
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }

  return {
    async close() {
      closing.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
