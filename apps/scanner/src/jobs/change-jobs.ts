import { createUuid } from "@scanhook/webhook";
import { type Job, type JobList, toInboxName, toJobName } from "./job.ts";
import { withoutQuery } from "./without-query.ts";

/** Returns a job without a name or an address yet. */
export function createJob(): Job {
  return { id: createUuid(), name: "", url: "", user: "" };
}

/** Returns the job with this receiver URL; undefined if there is none. The fragment may differ. */
export function findJobAt({ jobs }: JobList, url: string): Job | undefined {
  const toAddress = (text: string) => URL.parse(text)?.href.replace(/#.*$/, "");
  const address = toAddress(url);
  return address === undefined ? undefined : jobs.find((job) => toAddress(job.url) === address);
}

/**
 * Returns the job that pairing with a receiver makes: that of the same receiver with a new user,
 * else `replaced`, else the only job if it has no address, else a new one. A name that a person
 * gave stays if the inbox does.
 */
export function toPairedJob(
  list: JobList,
  receiver: { url: string; user: string; title?: string | undefined },
  replaced?: Job,
): Job {
  const { url, user, title } = receiver;
  const [only] = list.jobs;
  const empty = list.jobs.length === 1 && only?.url === "" ? only : undefined;
  const job = findJobAt(list, url) ?? replaced ?? empty ?? createJob();
  const inbox = toInboxName(url) ?? withoutQuery(url);
  const isSameInbox = inbox === (toInboxName(job.url) ?? withoutQuery(job.url));
  const paired: Job = { id: job.id, name: isSameInbox ? job.name : "", url, user };
  return title ? { ...paired, title } : paired;
}

/**
 * Adds a job, or replaces the one with its id, and turns it on. If another job has the same name,
 * the job gets one that differs by its host or a number. Unless a person gave the name, the new one
 * is kept as a title, which does not outlive a change of the address.
 */
export function saveJob({ jobs }: JobList, job: Job): JobList {
  const others = jobs.filter(({ id }) => id !== job.id);
  const saved = withDistinctName(job, new Set(others.map(toJobName)));
  return {
    jobs:
      others.length < jobs.length
        ? jobs.map((each) => (each.id === job.id ? saved : each))
        : [...jobs, saved],
    on: job.id,
  };
}

/** Returns the list with another name for a job; an empty one gives back the name of old. */
export function renameJob(list: JobList, job: Job, name: string): JobList {
  return { ...saveJob(list, { ...job, name: name.trim() }), on: list.on };
}

/** Removes a job. If it was on, the first of the others is on from then. */
export function removeJob({ jobs, on }: JobList, id: string): JobList {
  const others = jobs.filter((job) => job.id !== id);
  return { jobs: others, on: on === id ? (others[0]?.id ?? "") : on };
}

function withDistinctName(job: Job, taken: ReadonlySet<string>): Job {
  const name = toJobName(job);
  if (!taken.has(name)) return job;
  const withHost = `${name} (${URL.parse(job.url)?.host ?? ""})`;
  if (!job.name && job.url && !taken.has(withHost)) return { ...job, title: withHost };
  for (let number = 2; ; number += 1) {
    const numbered = `${name} ${number}`;
    if (!taken.has(numbered)) return { ...job, [job.name ? "name" : "title"]: numbered };
  }
}
