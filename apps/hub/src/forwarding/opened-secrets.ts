import { isDeepStrictEqual } from "node:util";
import type { Secrets } from "../destinations/kind.ts";
import type { Sealing } from "../sealing.ts";
import type { DestinationRecord, ForwardingStore, SealedSecrets } from "../store/forwarding.ts";

export type OpenedSecrets = {
  /** Rejects with `StoreUnavailable`. What does not open is tried again each time: its key may be put right. */
  of(destination: DestinationRecord): Promise<Opened>;
  /** Reads those again that are known. Answers whether they are others now. */
  renew(destination: DestinationRecord): Promise<boolean>;
  forget(destination: number): void;
};

export type Opened = { ok: true; secrets: Secrets } | { ok: false; reason: string };

/** The secrets of destinations, read from the store and opened once for all that is sent. */
export function createOpenedSecrets(parts: {
  store: Pick<ForwardingStore, "sealedSecrets">;
  sealing: Pick<Sealing, "open">;
}): OpenedSecrets {
  const known = new Map<number, { sealed: SealedSecrets; opened: Opened }>();

  async function open(destination: DestinationRecord, sealed: SealedSecrets): Promise<Opened> {
    const opened = await parts.sealing.open(destination.name, sealed);
    known.set(destination.id, { sealed, opened });
    return opened;
  }

  return {
    async of(destination) {
      const found = known.get(destination.id);
      if (found?.opened.ok) return found.opened;
      return open(destination, found?.sealed ?? (await parts.store.sealedSecrets(destination.id)));
    },
    async renew(destination) {
      const found = known.get(destination.id);
      if (!found) return false;
      const sealed = await parts.store.sealedSecrets(destination.id);
      if (isDeepStrictEqual(found.sealed, sealed)) return false;
      await open(destination, sealed);
      return true;
    },
    forget: (destination) => void known.delete(destination),
  };
}
