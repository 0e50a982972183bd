export type Hourly = {
  /** Starts nothing new and waits for what is under way. */
  close(): Promise<void>;
};

const defaults = { firstMs: 20_000, everyMs: 3_600_000 };

/**
 * Does some work soon after the start and then every hour, never twice at once. `failed` is told what it threw; an
 * hour later it is tried again. The signal says that the hub stops.
 */
export function startHourly(
  work: (signal: AbortSignal) => Promise<void>,
  failed: (error: unknown) => void,
  options: Partial<typeof defaults> = {},
): Hourly {
  const { firstMs, everyMs } = { ...defaults, ...options };
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let timer = setTimeout(run, firstMs).unref();

  function run(): void {
    timer = setTimeout(run, everyMs).unref();
    running ??= work(closing.signal)
      .catch(failed)
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
