import type { KioskAsker } from "./asking.ts";
import type { KioskEvent, KioskScan } from "./events.ts";

/** The scans that wait until the questions before them are answered. */
export type HeldScans = {
  /** Tells whether another scan has to wait, too. */
  holds(): boolean;
  /** Resolves when the scan was sent: after those before it, when no questions are open. */
  hold(scan: KioskScan): Promise<void>;
  /** Resolves when every scan that waited was sent. */
  finishAll(): Promise<void>;
};

/**
 * Creates the queue of scans that wait. `finishOne` sends a scan and resolves when it has its
 * outcome, so that its questions are open before the next scan is sent.
 */
export function createHeldScans(
  asker: Pick<KioskAsker, "isAsking" | "finish">,
  finishOne: (scan: KioskScan) => Promise<void>,
  onEvent: (event: KioskEvent) => void,
): HeldScans {
  let count = 0;
  let last = Promise.resolve();
  return {
    holds: () => count > 0 || asker.isAsking(),
    hold(scan) {
      onEvent({ kind: "waiting", ...scan });
      count += 1;
      last = last
        .then(() => asker.finish())
        .then(() => finishOne(scan))
        .finally(() => {
          count -= 1;
        });
      return last;
    },
    finishAll: () => last,
  };
}
