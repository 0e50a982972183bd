import { firstJobId, type Job, toJobName } from "../jobs/job.ts";
import { withoutQuery } from "../jobs/without-query.ts";
import type { EntryJob, HistoryEntry } from "./entry.ts";

/** Returns what the history keeps of a job. */
export function toEntryJob(job: Job): EntryJob {
  return { id: job.id, name: toJobName(job), address: withoutQuery(job.url) };
}

/**
 * Returns the job that a scan was made for, which alone may get it: by its id, or by its address if
 * the phone was paired again. Returns `gone` if this phone has it no more. A scan whose job had no
 * receiver is then for the job that is on, as is one that was made without a job.
 */
export function findEntryJob(
  { job, sentTo }: Pick<HistoryEntry, "job" | "sentTo">,
  { all, on }: { all: readonly Job[]; on: Job | undefined },
): Job | "gone" | undefined {
  const address = job?.address || sentTo;
  const id = job?.id ?? firstJobId;
  const ofAddress = address ? all.find(({ url }) => withoutQuery(url) === address) : undefined;
  const ofId = all.find((each) => each.id === id);
  // An earlier version named no job, so the address says more than the first job.
  const found = job ? (ofId ?? ofAddress) : (ofAddress ?? ofId);
  return found ?? (address ? "gone" : on);
}

/**
 * Returns the name of the job that a scan was made for; undefined if there is no other job that it
 * could be.
 */
export function findEntryJobName(
  entry: Pick<HistoryEntry, "job" | "sentTo">,
  jobs: { all: readonly Job[]; on: Job | undefined },
): string | undefined {
  const job = findEntryJob(entry, jobs);
  if (job === "gone") return entry.job?.name || URL.parse(entry.sentTo ?? "")?.host;
  return jobs.all.length > 1 && job ? toJobName(job) : undefined;
}
