import type { Job } from "../jobs/job.ts";
import { receiverFetch } from "../platform/receiver-fetch.ts";
import { verdictTexts } from "../texts/verdict.ts";
import { toReceiver } from "../to-receiver.ts";
import type { ActParts } from "./acts.ts";

/** Returns the parts that a request of a person needs, with the receiver of a job. */
export async function actParts(job: Job | undefined): Promise<ActParts> {
  return {
    receiver: job && (await toReceiver(job)),
    fetch: receiverFetch,
    sentences: verdictTexts.failedActs,
  };
}
