import { withTexts } from "@scanhook/texts/lazy-texts";
import { putEntry } from "../history/put-entry.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { withoutQuery } from "../jobs/without-query.ts";
import { settings } from "../settings.svelte.ts";
import { texts } from "../texts/first.ts";
import { loadVerdictParts, verdictParts } from "../verdict/verdict-parts.svelte.ts";
import { decidingReceivers } from "./deciding-receivers.ts";
import { createScanSender } from "./scan-sender.ts";

/** The scan sender of this app, with its jobs, its history and the platform's requests. */
export const scanSender = createScanSender({
  async send(scan, job, options) {
    const { postScan } = await loadPosting();
    return postScan(scan, job, options);
  },
  jobs,
  isEnabled: (source) => (source === "nfc" ? settings.sendNfc : settings.sendCodes),
  putEntry,
  isOnline: () => navigator.onLine,
  offlineReason: () => texts.app.offline,
  deciding: decidingReceivers,
  takeQuantity: (id) => verdictParts()?.takeNextQuantity(id),
  async onAnswer(outcome, ...sent) {
    const decides = outcome.kind === "accepted" && outcome.verdict;
    const parts = decides ? await loadVerdictParts() : verdictParts();
    parts?.learnFromAnswer(outcome, ...sent);
  },
  pageOrigin: location.origin,
});

/**
 * Loads the code that posts scans. Called when a tab that scans is shown, so that the first scan
 * does not wait for it.
 */
export function loadPosting(): Promise<typeof import("./post-scan.ts")> {
  return withTexts(import("./post-scan.ts"));
}

/** Returns whether the receiver of the job that is on is known to decide about scans. */
export function receiverDecides(): boolean {
  return decidingReceivers.has(withoutQuery(jobs.receiverUrl));
}
