import { parentPort } from "node:worker_threads";
// Imports the tasks alone, because the rest of the package would double the memory of each thread.
import { doTask, type Task } from "@scanhook/objects/tasks";

parentPort!.on("message", ({ id, task }: { id: number; task: Task }) => {
  parentPort!.postMessage({ id, result: doTask(task) });
});
