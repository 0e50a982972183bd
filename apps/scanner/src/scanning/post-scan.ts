import { type Outcome, type Receiver, type SendOptions, send } from "@scanhook/webhook";
import { receiverFetch } from "../platform/receiver-fetch.ts";

/**
 * Posts a scan with the platform's requests. In a file of its own, because the first screen does
 * not wait for it.
 */
export function postScan(
  scan: string,
  receiver: Receiver | undefined,
  options: SendOptions,
): Promise<Outcome> {
  return send(scan, receiver, { ...options, fetch: receiverFetch });
}
