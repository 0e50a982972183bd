import { readUsers, saveUsers } from "./credentials.ts";
import { type JobList, parseJobs } from "./jobs/job.ts";
import { jobs, jobsKey } from "./jobs/jobs.svelte.ts";

let taking: Promise<void> | undefined;
/** The users that the secure store has, as JSON. */
let secured = "";

/** Fills in the users of the jobs from the secure store. Resolves when they are there. */
export function takeUsers(): Promise<void> {
  taking ??= fillIn();
  return taking;
}

/**
 * Keeps the users of the jobs in the secure store, and takes over changes of other windows. The
 * local storage, where earlier versions kept them, has a user only until the secure store has it.
 */
export async function keepUsers(): Promise<void> {
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== jobsKey || !newValue) return;
    // The list without its users would remove them from the secure store.
    void fillIn(parseJobs(newValue, null));
  });
  await takeUsers();
  let last: Promise<void> | undefined;
  $effect.root(() => {
    $effect(() => {
      const { list } = jobs;
      last = Promise.resolve(last).then(() => secure(list));
    });
  });
}

async function fillIn(changed?: JobList): Promise<void> {
  const users = await readUsers();
  secured = JSON.stringify(users);
  const list = changed ?? jobs.list;
  jobs.list = {
    ...list,
    jobs: list.jobs.map((job) => ({ ...job, user: job.user || (users[job.id] ?? "") })),
  };
}

async function secure(list: JobList): Promise<void> {
  const users: Record<string, string> = {};
  for (const { id, user } of list.jobs) if (user !== "") users[id] = user;
  try {
    const text = JSON.stringify(users);
    if (text !== secured) await saveUsers(users);
    secured = text;
    if (jobs.list !== list || list.jobs.length === 0) return;
    const withoutUsers = list.jobs.map((job) => ({ ...job, user: "" }));
    localStorage.setItem(jobsKey, JSON.stringify({ ...list, jobs: withoutUsers }));
  } catch {
    // A store that cannot be written leaves the users where they are.
  }
}
