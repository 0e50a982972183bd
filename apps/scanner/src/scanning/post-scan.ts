import { type Outcome, type Receiver, type SendOptions, send } from "@scanhook/webhook";
import { receiverFetch } from "../platform/receiver-fetch.ts";

/**
 * Posts a scan with the platform's requests. This file holds nothing else, because it is loaded
 * after the first screen.
 */
export function postScan(
  scan: string,
  receiver: Receiver | undefined,
  options: SendOptions,
): Promise<Outcome> {
  return send(scan, receiver, { ...options, fetch: receiverFetch });
}
