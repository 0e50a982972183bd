import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore, Settled } from "../store/forwarding.ts";
import { createAlarm } from "./alarm.ts";
import { createBackoff } from "./backoff.ts";

export type Settlements = {
  /** `node` has the claim; `written` is called once it is in the store, however long that takes. */
  add(node: string, settled: Settled, written: () => void): void;
  /** Waits until all is written, or until the time is over; nothing is written after that. */
  close(patienceMs: number): Promise<void>;
};

/** Writes down what became of attempts, together what came during the last commit. Keeps what the store cannot take. */
export function createSettlements(parts: {
  store: Pick<ForwardingStore, "settle">;
  log: Pick<FastifyBaseLogger, "warn" | "info" | "error">;
}): Settlements {
  const { store, log } = parts;
  let queue: { node: string; settled: Settled; written: () => void }[] = [];
  let whenEmpty: PromiseWithResolvers<void> | undefined;
  const backoff = createBackoff(log, "deliveries could not be written down");
  const alarm = createAlarm(write, { restMs: 10 });

  async function write() {
    const [first] = queue;
    if (!first) return;
    const { node } = first;
    const batch = queue.filter((one) => one.node === node);
    queue = queue.filter((one) => one.node !== node);
    const settled = batch.map((one) => one.settled);
    try {
      await store.settle(node, settled);
      backoff.succeeded();
    } catch (error) {
      queue = batch.concat(queue);
      alarm.ringAt(Date.now() + backoff.failed(error));
      return;
    }
    for (const { written } of batch) written();
    if (queue.length === 0) whenEmpty?.resolve();
    else alarm.ring();
  }

  return {
    add(node, settled, written) {
      queue.push({ node, settled, written });
      if (!backoff.isWaiting()) alarm.ring();
    },
    async close(patienceMs) {
      if (queue.length > 0) {
        whenEmpty = Promise.withResolvers();
        const timer = setTimeout(whenEmpty.resolve, patienceMs);
        await whenEmpty.promise;
        clearTimeout(timer);
      }
      await alarm.stop();
    },
  };
}
