import { readPassword } from "../credentials.ts";
import { putEntry } from "../history/put-entry.ts";
import { settings } from "../settings.svelte.ts";
import { texts } from "../texts/texts.ts";
import { decidingReceivers } from "./deciding-receivers.ts";
import { createScanSender, withoutQuery } from "./scan-sender.ts";

/** The scan sender of this app, with its settings, its history and the platform's requests. */
export const scanSender = createScanSender({
  async send(scan, receiver, options) {
    const { postScan } = await loadPosting();
    return postScan(scan, receiver, options);
  },
  receiver: async () => {
    const { receiverUrl: url, user } = settings;
    if (url === "") return undefined;
    return { url, user, password: await readPassword(url) };
  },
  isEnabled: (source) => (source === "nfc" ? settings.sendNfc : settings.sendCodes),
  putEntry,
  isOnline: () => navigator.onLine,
  offlineReason: texts.app.offline,
  deciding: decidingReceivers,
  pageOrigin: location.origin,
});

/**
 * Loads the code that posts scans. Called when a tab that scans is shown, so that the first scan
 * does not wait for it.
 */
export function loadPosting(): Promise<typeof import("./post-scan.ts")> {
  return import("./post-scan.ts");
}

/** Returns whether the receiver of the settings is known to decide about scans. */
export function receiverDecides(): boolean {
  return decidingReceivers.has(withoutQuery(settings.receiverUrl));
}
