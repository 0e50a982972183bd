import type { FastifyBaseLogger } from "fastify";
import type { Store } from "../store/store.ts";
import { openForRegister } from "./register-secrets.ts";
import type { Sealing } from "./sealing.ts";

/**
 * Warns about each destination and register whose secrets cannot be opened, for example because
 * they were sealed with another key. Called when the hub starts, so that the owner learns it before
 * the first delivery or scan.
 */
export async function warnOfLockedSecrets(parts: {
  store: Pick<Store, "routing" | "destinationWithSecrets" | "registers" | "registerSecrets">;
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
  for (const { name, secrets } of await parts.store.registers()) {
    if (secrets.length === 0) continue;
    const sealed = await parts.store.registerSecrets(name);
    const opened = await openForRegister(parts.sealing, name, sealed);
    if (!opened.ok) parts.log.warn({ register: name }, opened.reason);
  }
}
