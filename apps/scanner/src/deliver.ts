import { type Scan, type Source, send } from "@scanhook/webhook";
import { readPassword } from "./credentials.ts";
import { createDelivery } from "./delivery.ts";
import type { HistoryEntry } from "./history/entry.ts";
import { putEntry } from "./history/store.ts";
import { receiverFetch } from "./platform/receiver-fetch.ts";
import { settings } from "./settings.svelte.ts";
import { texts } from "./texts/texts.ts";

export type { HistoryEntry } from "./history/entry.ts";

const delivery = createDelivery({
  send: (scan, receiver, options) => send(scan, receiver, { ...options, fetch: receiverFetch }),
  receiver: async () => {
    const { receiverUrl: url, user } = settings;
    if (url === "") return undefined;
    return { url, user, password: await readPassword(url) };
  },
  enabled: (source) => (source === "nfc" ? settings.sendNfc : settings.sendCodes),
  put: putEntry,
  online: () => navigator.onLine,
  offlineReason: texts.app.offline,
  pageOrigin: location.origin,
});

/** Writes a scan into the history and posts it once. Never throws; resolves when its outcome is known. */
export function deliver(
  source: Source,
  scan: Scan,
  meta: { format?: string; bytes?: Uint8Array } = {},
): Promise<HistoryEntry> {
  return delivery.deliver(source, scan, meta);
}

/** Posts the same body again, because a person asked for it. */
export function resend(entry: HistoryEntry): Promise<HistoryEntry> {
  return delivery.resend(entry);
}
