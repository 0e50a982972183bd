import {
  type Outcome,
  printScan,
  type Receiver,
  type Scan,
  type SendOptions,
  type Source,
} from "@scanhook/webhook";
import { createEntryId, type HistoryEntry } from "./history/entry.ts";

/** What delivering needs of the app around it. */
export type DeliveryParts = {
  send: (scan: string, receiver: Receiver | undefined, options: SendOptions) => Promise<Outcome>;
  /** The receiver as it is set now, its password included. */
  receiver: () => Promise<Receiver | undefined>;
  enabled: (source: Source) => boolean;
  put: (entry: HistoryEntry) => Promise<void>;
  online: () => boolean;
  offlineReason: string;
  pageOrigin?: string;
  now?: () => number;
  random?: () => number;
};

export type Delivery = {
  deliver: (
    source: Source,
    scan: Scan,
    meta?: { format?: string; bytes?: Uint8Array },
  ) => Promise<HistoryEntry>;
  resend: (entry: HistoryEntry) => Promise<HistoryEntry>;
};

/**
 * The one way from a reading to a scan that is sent: written to the history at once, posted once, its outcome
 * written beside it. Nothing here throws, and no delivery waits for another; a history that cannot be written
 * does not keep a scan from being sent.
 */
export function createDelivery(parts: DeliveryParts): Delivery {
  const now = parts.now ?? Date.now;
  let sequence = 0;

  async function post(entry: HistoryEntry, enabled: boolean): Promise<HistoryEntry> {
    const written = write(entry);
    const outcome = await sendOnce(entry, enabled);
    await written;
    const settled = { ...entry, outcome };
    await write(settled);
    return settled;
  }

  async function sendOnce(entry: HistoryEntry, enabled: boolean): Promise<Outcome> {
    if (!enabled) return { kind: "off" };
    try {
      const receiver = await parts.receiver();
      if (receiver) entry.sentTo = shortAddress(receiver.url);
      const outcome = await parts.send(entry.body, receiver, {
        enabled,
        ...(parts.pageOrigin === undefined ? {} : { pageOrigin: parts.pageOrigin }),
      });
      // Only after trying: a receiver on this very machine is there without any network.
      return outcome.kind === "unreachable" && !parts.online()
        ? { kind: "unreachable", cause: "network", reason: parts.offlineReason }
        : outcome;
    } catch (error) {
      return { kind: "unreachable", cause: "network", reason: String(error) };
    }
  }

  async function write(entry: HistoryEntry): Promise<void> {
    try {
      await parts.put({ ...entry });
    } catch {
      // Storage is full or forbidden: the scan matters more than the note of it.
    }
  }

  return {
    deliver(source, scan, meta = {}) {
      const at = now();
      sequence += 1;
      const entry: HistoryEntry = {
        id: createEntryId(at, sequence, parts.random),
        source,
        scan,
        body: printScan(scan),
        at,
        sentAt: at,
        outcome: { kind: "sending" },
        resends: 0,
      };
      if (meta.format !== undefined) entry.format = meta.format;
      if (meta.bytes !== undefined) entry.bytes = meta.bytes;
      return post(entry, parts.enabled(source));
    },
    // A person asked for it, so the switch of the source has no say.
    resend(entry) {
      const again: HistoryEntry = {
        ...entry,
        outcome: { kind: "sending" },
        sentAt: now(),
        resends: entry.resends + (wasTried(entry) ? 1 : 0),
      };
      return post(again, true);
    },
  };
}

/** A scan that was never posted cannot be posted again, only for the first time. */
function wasTried({ outcome }: HistoryEntry): boolean {
  return outcome.kind !== "off" && outcome.kind !== "not-configured";
}

/** Where it went, without what a query may hold of secrets. */
function shortAddress(url: string): string {
  const address = URL.parse(url);
  return address ? address.origin + address.pathname : url;
}
