import { type Job, type JobList, parseJobs } from "./job.ts";

/** The key of the jobs in the local storage. */
export const jobsKey = "scanhook.jobs";

let list = $state.raw(parseJobs(readStored(jobsKey), readStored("scanhook.settings")));

/**
 * The jobs of this phone, in the order in which they were added. Their users and passwords are kept
 * by credentials.ts; keep-users.svelte.ts fills in the users soon after the start.
 */
export const jobs = {
  get all(): readonly Job[] {
    return list.jobs;
  },
  get areSeveral(): boolean {
    return list.jobs.length > 1;
  },
  /** The job whose receiver gets the scans that are made now; undefined if there is none. */
  get on(): Job | undefined {
    return list.jobs.find(({ id }) => id === list.on);
  },
  /** The receiver URL of the job that is on; empty if scans stay on this device. */
  get receiverUrl(): string {
    return this.on?.url ?? "";
  },
  find: (id: string | undefined): Job | undefined => list.jobs.find((job) => job.id === id),
  turnOn(id: string): void {
    jobs.change({ ...list, on: id });
  },
  get list(): JobList {
    return list;
  },
  /** Replaces the list without storing it. */
  set list(next) {
    list = next;
  },
  /** Replaces the list, and stores it. */
  change(next: JobList): void {
    list = next;
    try {
      localStorage.setItem(jobsKey, JSON.stringify(next));
    } catch {
      // Storage is full or forbidden, so the change holds only until the app is closed.
    }
  },
};

/**
 * Stores the receiver of an earlier version as a job. Call it once, before the settings are stored
 * without that receiver.
 */
export function keepJobs(): void {
  if (list.jobs.length > 0) jobs.change(list);
}

function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
