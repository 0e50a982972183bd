import { send } from "@scanhook/webhook";
import { readPassword } from "../credentials.ts";
import { putEntry } from "../history/put-entry.ts";
import { receiverFetch } from "../platform/receiver-fetch.ts";
import { settings } from "../settings.svelte.ts";
import { texts } from "../texts/texts.ts";
import { createScanSender } from "./scan-sender.ts";

/** The scan sender of this app, with its settings, its history and the platform's requests. */
export const scanSender = createScanSender({
  send: (scan, receiver, options) => send(scan, receiver, { ...options, fetch: receiverFetch }),
  receiver: async () => {
    const { receiverUrl: url, user } = settings;
    if (url === "") return undefined;
    return { url, user, password: await readPassword(url) };
  },
  isEnabled: (source) => (source === "nfc" ? settings.sendNfc : settings.sendCodes),
  putEntry,
  isOnline: () => navigator.onLine,
  offlineReason: texts.app.offline,
  pageOrigin: location.origin,
});
