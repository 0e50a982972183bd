import { isDeepStrictEqual } from "node:util";
import type { Secrets } from "../destinations/kind.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { DestinationRecord, ForwardingStore, SealedSecrets } from "../store/forwarding.ts";

export type OpenedSecrets = {
  /**
   * Those that were given for what this record says, never for another address. Rejects with `StoreUnavailable`. What
   * does not open is tried again each time: its key may be put right.
   */
  of(destination: DestinationRecord): Promise<Opened>;
  /** Reads those again that are known. Answers whether they are others now. */
  renew(destination: DestinationRecord): Promise<boolean>;
  forget(destination: number): void;
};

/** `changed`: the destination is not what the record says any more; there will be another record soon. */
export type Opened = { ok: true; secrets: Secrets } | { ok: false; reason: string } | "changed";

/** The secrets of destinations, read from the store and opened once for all that is sent. */
export function createOpenedSecrets(parts: {
  store: Pick<ForwardingStore, "destinationWithSecrets">;
  sealing: Pick<Sealing, "open">;
}): OpenedSecrets {
  const known = new Map<number, Known>();

  async function open(asked: DestinationRecord): Promise<Opened> {
    const saved = await parts.store.destinationWithSecrets(asked.id);
    if (!saved || !isSamePlace(saved.destination, asked)) return "changed";
    const opened = await parts.sealing.open(asked.name, saved.sealed);
    if (opened.ok) known.set(asked.id, { ...opened, sealed: saved.sealed, destination: asked });
    return opened;
  }

  return {
    async of(destination) {
      const found = known.get(destination.id);
      return found && isSamePlace(found.destination, destination) ? found : open(destination);
    },
    async renew(destination) {
      const found = known.get(destination.id);
      if (!found) return false;
      known.delete(destination.id);
      await open(destination);
      return !isDeepStrictEqual(found.sealed, known.get(destination.id)?.sealed);
    },
    forget: (destination) => void known.delete(destination),
  };
}

/** They are good for this destination as it was then, and for no other. */
type Known = {
  ok: true;
  secrets: Secrets;
  sealed: SealedSecrets;
  destination: DestinationRecord;
};

/** What says where secrets go. */
function isSamePlace(one: DestinationRecord, other: DestinationRecord): boolean {
  return (
    one === other ||
    (one.kind === other.kind &&
      one.allowPrivate === other.allowPrivate &&
      isDeepStrictEqual(one.settings, other.settings))
  );
}
