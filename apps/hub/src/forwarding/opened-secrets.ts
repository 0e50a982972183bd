import { isDeepStrictEqual } from "node:util";
import type { Secrets } from "../destinations/kind.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { DestinationRecord, SealedSecrets } from "../store/routing.ts";
import type { ForwardingStore } from "../store/store.ts";

export type OpenedSecrets = {
  /**
   * Returns the secrets that were entered for the address in this record, never those for another
   * address. Secrets that do not open are tried again at each call, because their key may come
   * back. Rejects with `StoreUnavailable`.
   */
  readFor(destination: DestinationRecord): Promise<Opened>;
  /** Reads the cached secrets of a destination again. Returns whether they have changed. */
  renew(destination: DestinationRecord): Promise<boolean>;
  forget(destination: number): void;
};

/** `changed`: the store has a newer record of this destination, which will soon arrive here too. */
export type Opened = { ok: true; secrets: Secrets } | { ok: false; reason: string } | "changed";

/** Reads the secrets of destinations from the store, opens them, and caches them. */
export function createOpenedSecrets(parts: {
  store: Pick<ForwardingStore, "destinationWithSecrets">;
  sealing: Pick<Sealing, "open">;
}): OpenedSecrets {
  const cache = new Map<number, CachedSecrets>();

  async function readAndOpen(destination: DestinationRecord): Promise<Opened> {
    const saved = await parts.store.destinationWithSecrets(destination.id);
    if (!saved || !hasSameAddress(saved.destination, destination)) return "changed";
    const opened = await parts.sealing.open(destination.name, saved.sealed);
    if (opened.ok) cache.set(destination.id, { ...opened, sealed: saved.sealed, destination });
    return opened;
  }

  return {
    async readFor(destination) {
      const cached = cache.get(destination.id);
      return cached && hasSameAddress(cached.destination, destination)
        ? cached
        : readAndOpen(destination);
    },
    async renew(destination) {
      const cached = cache.get(destination.id);
      if (!cached) return false;
      cache.delete(destination.id);
      await readAndOpen(destination);
      return !isDeepStrictEqual(cached.sealed, cache.get(destination.id)?.sealed);
    },
    forget: (destination) => void cache.delete(destination),
  };
}

/** Secrets are valid only for the destination as this record describes it. */
type CachedSecrets = {
  ok: true;
  secrets: Secrets;
  sealed: SealedSecrets;
  destination: DestinationRecord;
};

/** Returns whether both records agree on everything that decides where secrets are sent. */
function hasSameAddress(first: DestinationRecord, second: DestinationRecord): boolean {
  return (
    first === second ||
    (first.kind === second.kind &&
      first.allowPrivate === second.allowPrivate &&
      isDeepStrictEqual(first.settings, second.settings))
  );
}
