import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/forwarding.ts";
import { createBackoff } from "./backoff.ts";
import type { Lane } from "./lane.ts";

const notice =
  "It answered 410 Gone, which means that nobody is there any more; correct its address, then switch it on again.";

/**
 * Holds a destination that is gone: what comes for it is kept and waits for a person. Resolves when the store knows, or
 * when the hub closes first.
 */
export async function hold(lane: Lane, parts: HoldParts): Promise<void> {
  // Another request of it was answered the same.
  if (lane.destination.state !== "on") return;
  lane.holding ??= tellStore(lane, parts).finally(() => {
    delete lane.holding;
  });
  await lane.holding;
}

async function tellStore(lane: Lane, { store, log, signal }: HoldParts): Promise<void> {
  const { name } = lane.destination;
  log.warn({ destination: name }, "a destination answered 410 and is held");
  const backoff = createBackoff(log, "that a destination is held could not be written down");
  while (!signal.aborted) {
    try {
      await store.changeDestination(name, { state: "held", notice });
      lane.destination = { ...lane.destination, state: "held", notice };
      backoff.succeeded();
      return;
    } catch (error) {
      await sleep(backoff.failed(error), undefined, { signal }).catch(() => undefined);
    }
  }
}

type HoldParts = {
  store: Pick<ForwardingStore, "changeDestination">;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  signal: AbortSignal;
};
