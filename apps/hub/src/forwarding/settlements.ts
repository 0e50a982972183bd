import type { FastifyBaseLogger } from "fastify";
import type { Settled } from "../store/deliveries.ts";
import type { ForwardingStore } from "../store/store.ts";
import { createAlarm } from "./alarm.ts";
import { createStoreBackoff } from "./store-backoff.ts";

export type Settlements = {
  /**
   * Queues the outcome of a delivery claimed by `node`. `onStored` is called once the store has it,
   * however late.
   */
  add(node: string, settled: Settled, onStored: () => void): void;
  /** Resolves when everything is stored, or after `maxWaitMs`. Nothing is stored after that. */
  close(maxWaitMs: number): Promise<void>;
};

type QueuedSettlement = { node: string; settled: Settled; onStored: () => void };

const minIntervalMs = 10;

/** Stores the outcomes of deliveries in batches, and keeps those that the store cannot take yet. */
export function createSettlements(parts: {
  store: Pick<ForwardingStore, "settle">;
  log: Pick<FastifyBaseLogger, "warn" | "info" | "error">;
}): Settlements {
  const { store, log } = parts;
  let queue: QueuedSettlement[] = [];
  let emptied: PromiseWithResolvers<void> | undefined;
  const backoff = createStoreBackoff(log, "the outcomes of deliveries could not be stored");
  const alarm = createAlarm(storeBatch, { minIntervalMs });

  /** Stores one batch: all outcomes that were queued for one node during the last commit. */
  async function storeBatch() {
    const [first] = queue;
    if (!first) return;
    const { node } = first;
    const batch = queue.filter((settlement) => settlement.node === node);
    queue = queue.filter((settlement) => settlement.node !== node);
    try {
      await store.settle(
        node,
        batch.map(({ settled }) => settled),
      );
      backoff.succeeded();
    } catch (error) {
      queue = batch.concat(queue);
      alarm.runAt(Date.now() + backoff.failed(error));
      return;
    }
    for (const { onStored } of batch) onStored();
    if (queue.length === 0) emptied?.resolve();
    else alarm.runSoon();
  }

  return {
    add(node, settled, onStored) {
      queue.push({ node, settled, onStored });
      if (!backoff.isWaiting()) alarm.runSoon();
    },
    async close(maxWaitMs) {
      if (queue.length > 0) {
        emptied = Promise.withResolvers();
        const timer = setTimeout(emptied.resolve, maxWaitMs);
        await emptied.promise;
        clearTimeout(timer);
      }
      await alarm.stop();
    },
  };
}
