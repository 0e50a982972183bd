import { type Outcome, type SendOptions, send } from "@scanhook/webhook";
import type { Job } from "../jobs/job.ts";
import { receiverFetch } from "../platform/receiver-fetch.ts";
import { toReceiver } from "../to-receiver.ts";

/**
 * Posts a scan to the receiver of a job with the platform's requests. This file holds nothing else,
 * because it is loaded after the first screen.
 */
export async function postScan(
  scan: string,
  job: Job | undefined,
  options: SendOptions,
): Promise<Outcome> {
  const receiver = job && (await toReceiver(job));
  return send(scan, receiver, { ...options, fetch: receiverFetch });
}
