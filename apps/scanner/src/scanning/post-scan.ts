import { type Outcome, parseReceiverUrl, type SendOptions, send } from "@scanhook/webhook";
import type { Job } from "../jobs/job.ts";
import { describeUrlProblem, localizeFailure } from "../outcome/localize-failure.ts";
import { receiverFetch } from "../platform/receiver-fetch.ts";
import { toReceiver } from "../to-receiver.ts";
import { sayRefusal } from "../webhook/say-refusal.ts";

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
  const outcome = await send(scan, receiver, { ...options, fetch: receiverFetch });
  if (outcome.kind === "unreachable") {
    const url = parseReceiverUrl(receiver?.url ?? "", { origin: options.pageOrigin ?? "" });
    if (!url.ok) return { ...outcome, reason: describeUrlProblem(url) };
  }
  const localized = localizeFailure(outcome);
  if (localized.kind !== "refused" || !localized.reply) return localized;
  const { reply } = localized;
  return { ...localized, reply: { ...reply, text: await sayRefusal({ message: reply.text }) } };
}
