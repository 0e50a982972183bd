import type { FastifyBaseLogger } from "fastify";
import type { ForwardingStore } from "../store/forwarding.ts";
import type { Sealing } from "./sealing.ts";

/** Says at the start, not at the first delivery, that this hub has another key than the one that sealed. */
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
