// Runs in its own thread and reads lists, searches and exports, so that no slow query delays an
// arriving scan.

import { parentPort, workerData } from "node:worker_threads";
import { openForReading, type Patience } from "./database.ts";
import { type Call, runCall, runThread } from "./thread.ts";

const { path, patience } = workerData as { path: string; patience: Patience };

const port = parentPort!;

runThread(
  port,
  () => openForReading(path, patience),
  (message, db, finish) => {
    if (message === "close") finish();
    else port.postMessage(runCall(db, message as Call));
  },
);
