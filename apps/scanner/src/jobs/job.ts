import { parseObject, toText } from "../settings.ts";

/** A receiver that this phone sends scans to, such as a door or a storeroom. */
export type Job = {
  /** Names the slot of its password, and marks its scans in the history. */
  id: string;
  /** The name that a person gave it; empty for the name that {@link toJobName} derives. */
  name: string;
  /** The receiver URL; empty if nothing is sent. */
  url: string;
  user: string;
  /** The title of the inbox when this phone was paired, made distinct from other jobs. */
  title?: string;
};

/** The jobs of this phone. `on` is the id of the one that gets the scans; empty without jobs. */
export type JobList = { jobs: readonly Job[]; on: string };

/**
 * The id of the job that earlier versions kept as the only receiver. Its password stays in their
 * slot, and scans in the history that name no job belong to it.
 */
export const firstJobId = "first";

/**
 * Parses the stored jobs. Without any, the receiver in the settings of an earlier version becomes
 * the only job.
 */
export function parseJobs(stored: string | null, storedSettings: string | null): JobList {
  const value = parseObject(stored);
  const jobs = Array.isArray(value.jobs)
    ? withDistinctIds(value.jobs.flatMap(parseJob))
    : listEarlierReceiver(parseObject(storedSettings));
  return { jobs, on: (jobs.find(({ id }) => id === value.on) ?? jobs[0])?.id ?? "" };
}

function listEarlierReceiver({ receiverUrl, user }: Record<string, unknown>): Job[] {
  const url = toText(receiverUrl);
  return url ? [{ id: firstJobId, name: "", url, user: toText(user) }] : [];
}

function parseJob(value: unknown): Job[] {
  const { id, name, url, user, title } = (value ?? {}) as Record<string, unknown>;
  if (!toText(id)) return [];
  const job: Job = { id: toText(id), name: toText(name), url: toText(url), user: toText(user) };
  return [toText(title) ? { ...job, title: toText(title) } : job];
}

function withDistinctIds(jobs: readonly Job[]): Job[] {
  return [...new Map(jobs.map((job) => [job.id, job])).values()];
}

/** Returns the name that people see: their own, or what the hub or the address says. */
export function toJobName({ name, title, url }: Pick<Job, "name" | "title" | "url">): string {
  return name || title || toInboxName(url) || URL.parse(url)?.host || "";
}

/** Returns the name of the inbox that a receiver URL leads to; undefined if it is no hub's. */
export function toInboxName(url: string): string | undefined {
  return /^\/in\/([^/]+)\/?$/.exec(URL.parse(url)?.pathname ?? "")?.[1];
}
