import type { Outcome, Scan } from "@scanhook/webhook";
import type { KioskEvent, KioskScan } from "./events.ts";

export type KioskSender = {
  /**
   * Resolves when sending has started: immediately, or when one of `maxConcurrent` scans has its
   * outcome.
   */
  start(scan: KioskScan): Promise<void>;
  /** Resolves when the scan has its outcome, for scans that are sent one after another. */
  finishOne(scan: KioskScan): Promise<void>;
  /** Resolves when every scan has its outcome. */
  finishAll(): Promise<void>;
};

/**
 * Creates the sender of a kiosk. It sends each scan once and up to `maxConcurrent` scans at the
 * same time, so that a slow response does not delay the next scan. It has no queue: at the limit,
 * the readers have to wait before they read more.
 */
export function createKioskSender(
  send: (scan: Scan) => Promise<Outcome>,
  onEvent: (event: Extract<KioskEvent, { kind: "scan" }>) => void,
  maxConcurrent = 16,
): KioskSender {
  const unfinished = new Set<Promise<void>>();
  const slotWaiters: (() => void)[] = [];
  let freeSlots = maxConcurrent;

  async function takeSlot() {
    while (freeSlots === 0) await new Promise<void>((resolve) => slotWaiters.push(resolve));
    freeSlots--;
  }
  function releaseSlot() {
    freeSlots++;
    slotWaiters.shift()?.();
  }
  async function sendOne(scan: KioskScan) {
    const start = performance.now();
    const outcome = await send(scan.scan);
    releaseSlot();
    onEvent({ kind: "scan", ...scan, outcome, ms: Math.round(performance.now() - start) });
  }
  function submit(scan: KioskScan) {
    const started = takeSlot();
    const finished = started.then(() => sendOne(scan));
    unfinished.add(finished);
    finished.finally(() => unfinished.delete(finished));
    return { started, finished };
  }
  return {
    start: (scan) => submit(scan).started,
    finishOne: (scan) => submit(scan).finished,
    async finishAll() {
      while (unfinished.size > 0) await Promise.all(unfinished);
    },
  };
}
