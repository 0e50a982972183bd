import type { Job } from "../jobs/job.ts";

/** Receivers that this device remembers, because their verdicts showed what they are. */
export type NotedReceivers = {
  /** Remembers the receiver of a job. */
  note(job: Job | undefined): void;
  has(job: Job | undefined): boolean;
};

const maxReceivers = 20;

/** Creates the receivers that `storage` keeps under a key, one URL in each line. */
export function createNotedReceivers(
  key: string,
  storage: () => Pick<Storage, "getItem" | "setItem">,
): NotedReceivers {
  const read = () => storage().getItem(key)?.split("\n") ?? [];
  return {
    note(job) {
      if (!job?.url) return;
      try {
        const others = read().filter((url) => url !== job.url);
        storage().setItem(key, [...others, job.url].slice(-maxReceivers).join("\n"));
      } catch {
        // Storage is full or forbidden; the link beside the verdict remains.
      }
    },
    has(job) {
      try {
        return job !== undefined && job.url !== "" && read().includes(job.url);
      } catch {
        return false;
      }
    },
  };
}

/** The receivers whose user may search for guests, so that the menu offers it. */
export const supervised = createNotedReceivers("scanhook.supervises", () => localStorage);

/** The receivers that keep leads, so that the menu offers those of the user. */
export const leadReceivers = createNotedReceivers("scanhook.leads", () => localStorage);
