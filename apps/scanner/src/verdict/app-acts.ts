import { readPassword } from "../credentials.ts";
import type { Job } from "../jobs/job.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { receiverFetch } from "../platform/receiver-fetch.ts";
import { verdictTexts } from "../texts/en/verdict.ts";
import type { ActParts } from "./acts.ts";

/** Returns the parts that a request of a person needs, with the receiver of a job. */
export async function actParts(job: Job | undefined): Promise<ActParts> {
  return {
    receiver: job && { url: job.url, user: job.user, password: await readPassword(job) },
    fetch: receiverFetch,
    sentences: verdictTexts.failedActs,
  };
}

/** Holds receiver URLs, one a line. */
const key = "scanhook.supervises";
const maxReceivers = 20;

/** Remembers that the user of this job may search for guests, so that the menu offers it. */
export function noteSupervision(job: Job | undefined): void {
  if (!job) return;
  try {
    const others = readSupervised().filter((url) => url !== job.url);
    localStorage.setItem(key, [...others, job.url].slice(-maxReceivers).join("\n"));
  } catch {
    // Storage is full or forbidden; the link beside the verdict remains.
  }
}

/** Returns whether the user of the job that is on is known to be a supervisor. */
export function isSupervisor(): boolean {
  try {
    return jobs.receiverUrl !== "" && readSupervised().includes(jobs.receiverUrl);
  } catch {
    return false;
  }
}

function readSupervised(): string[] {
  return localStorage.getItem(key)?.split("\n") ?? [];
}
