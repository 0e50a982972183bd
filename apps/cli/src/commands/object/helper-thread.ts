import { parentPort } from "node:worker_threads";
import { doTask, type Task } from "@scanhook/objects";

parentPort!.on("message", ({ id, task }: { id: number; task: Task }) => {
  parentPort!.postMessage({ id, result: doTask(task) });
});
