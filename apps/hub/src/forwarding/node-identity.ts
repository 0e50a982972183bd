import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/store.ts";
import type { Lanes } from "./lanes.ts";
import { createStoreBackoff } from "./store-backoff.ts";

const heartbeatMs = 2000;
/**
 * A node that was silent for this long counts as dead, and the other nodes take over its claims.
 */
const silentMs = 6000;

/** The name that a hub process claims deliveries under, and the heartbeat that keeps its claims. */
export type NodeIdentity = {
  readonly name: string;
  /**
   * Takes a new name. A claim can succeed in the database even though the call failed, and this
   * process must not keep a claim it does not know of. Once the last known claim under the old name
   * is settled, its heartbeat ends, and other nodes free the unknown claims.
   */
  rename(): void;
  stopHeartbeat(): void;
  /** Gives all claims back to the store. Never rejects. */
  leave(): Promise<void>;
};

/** Names this process and starts its heartbeat. */
export function startNodeIdentity(parts: {
  store: Pick<ForwardingStore, "recordHeartbeat" | "releaseNode">;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  lanes: Pick<Lanes, "claimNames">;
}): NodeIdentity {
  const { store, log, lanes } = parts;
  const backoff = createStoreBackoff(log, "the heartbeat of this node could not be stored");
  let name: string = randomUUID();
  const listNames = () => new Set([name, ...lanes.claimNames()]);

  async function recordHeartbeat() {
    try {
      for (const claimName of listNames()) await store.recordHeartbeat(claimName, silentMs);
      backoff.succeeded();
    } catch (error) {
      backoff.failed(error);
    }
  }

  const heartbeat = setInterval(recordHeartbeat, heartbeatMs);
  void recordHeartbeat();

  return {
    get name() {
      return name;
    },
    rename() {
      name = randomUUID();
    },
    stopHeartbeat: () => clearInterval(heartbeat),
    async leave() {
      // If this fails, other nodes free the claims once this node has been silent for long enough.
      for (const claimName of listNames())
        await store.releaseNode(claimName).catch(() => undefined);
    },
  };
}
