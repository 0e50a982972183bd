import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/forwarding.ts";
import type { Sealing } from "./sealing.ts";

/**
 * Warns when the hub starts, and not at the first delivery, that its key is not the one that sealed
 * the secrets.
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
