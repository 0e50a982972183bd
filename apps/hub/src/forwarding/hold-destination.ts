import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/store.ts";
import { hubTexts } from "../texts/hub-texts.ts";
import type { Lane } from "./lane.ts";
import { createStoreBackoff } from "./store-backoff.ts";

const notice = hubTexts.read("alerts", "en").notices.gone;

/**
 * Holds a destination that is gone: its deliveries are kept and wait for a person. Resolves when
 * the store has recorded the state, or when the hub closes.
 */
export async function holdDestination(lane: Lane, parts: HoldParts): Promise<void> {
  // Another request to the destination may have had the same response before.
  if (lane.destination.state !== "on") return;
  await lane.hold(() => storeHeld(lane, parts));
}

async function storeHeld(lane: Lane, { store, log, signal }: HoldParts): Promise<void> {
  const { name } = lane.destination;
  log.warn({ destination: name }, "a destination responded with 410 Gone and is held");
  const backoff = createStoreBackoff(log, "the state of a held destination could not be stored");
  while (!signal.aborted) {
    try {
      await store.changeDestination(name, { state: "held", notice });
      lane.follow({ ...lane.destination, state: "held", notice });
      backoff.succeeded();
      return;
    } catch (error) {
      // Rejects only when the hub closes, which ends the loop.
      await sleep(backoff.failed(error), undefined, { signal }).catch(() => undefined);
    }
  }
}

type HoldParts = {
  store: Pick<ForwardingStore, "changeDestination">;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  signal: AbortSignal;
};
