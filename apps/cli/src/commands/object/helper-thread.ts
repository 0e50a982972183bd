import { parentPort } from "node:worker_threads";
// The rest of the package would take as much memory again in each thread.
import { doTask, type Task } from "@scanhook/objects/tasks";

parentPort!.on("message", ({ id, task }: { id: number; task: Task }) => {
  parentPort!.postMessage({ id, result: doTask(task) });
});
