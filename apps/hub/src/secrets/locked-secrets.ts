import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/store.ts";
import type { Sealing } from "./sealing.ts";

/**
 * Warns about each destination whose secrets cannot be opened, for example because they were sealed
 * with another key. Called when the hub starts, so that the owner learns it before the first
 * delivery.
 */
export async function warnOfLockedSecrets(parts: {
  store: Pick<ForwardingStore, "routing" | "destinationWithSecrets">;
  sealing: Pick<Sealing, "open">;
  log: Pick<FastifyBaseLogger, "warn">;
}): Promise<void> {
  const { destinations } = await parts.store.routing();
  for (const { id, name, secrets } of destinations) {
    if (secrets.length === 0) continue;
    const saved = await parts.store.destinationWithSecrets(id);
    const opened = await parts.sealing.open(name, saved?.sealed ?? {});
    if (!opened.ok) parts.log.warn({ destination: name }, opened.reason);
  }
}
