import type { Receiver } from "@scanhook/webhook";
import { readPassword, readUsers } from "./credentials.ts";
import type { Job } from "./jobs/job.ts";

/** Returns the receiver of a job with its credentials, also before the users were filled in. */
export async function toReceiver(job: Job): Promise<Receiver> {
  const user = job.user || ((await readUsers())[job.id] ?? "");
  return { url: job.url, user, password: await readPassword(job) };
}
