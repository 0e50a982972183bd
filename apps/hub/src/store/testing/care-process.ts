// A process that opens the store of loans and inspections, as a second hub would. When it gets a
// message, it sends its scans or answers all at once. In the mode `killed` it kills itself as soon
// as one is stored, before anybody hears of the verdict; else it reports every verdict.
import { openStore } from "../open.ts";
import { answersTo, scanOf } from "./care-acts.ts";

/** The requests that a process sends. */
export type CareTask = { mode: "killed" | "reports"; user: string; cable: "pass" | "fail" } & (
  | { lends: string[] }
  | { register: number; answers: number[] }
);

/** A verdict as the sender saw it. */
export type SeenCare = { code: string; movement: number };

const [dataDir, database] = process.argv.slice(2) as [string, string];
const store = await openStore({ dataDir, database: database === "" ? undefined : database });
process.once("message", async (task: CareTask) => {
  const { user, cable, mode } = task;
  if ("lends" in task) await store.append(scanOf("desk", "ADA", user));
  const arrivals =
    "lends" in task
      ? task.lends.map((content) => scanOf("desk", content, user))
      : task.answers.map((movement) => answersTo(task.register, movement, { cable, user }));
  const stored = arrivals.map(async (arrival) => {
    const { verdict } = await store.append(arrival);
    if (mode === "killed") process.kill(process.pid, "SIGKILL");
    const { code, movement } = verdict!;
    process.send!({ code, movement } satisfies SeenCare);
  });
  await Promise.all(stored);
  await store.close();
  process.disconnect();
});
process.send!("ready");
