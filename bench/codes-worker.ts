// The thread of bench/codes-thread.ts: reads pictures with one reader and measures each call.
import { parentPort, workerData } from "node:worker_threads";
import { loadAdapter } from "./codes-adapters.ts";
import type { ReadCall, ReadReply, ReadRequest } from "./codes-thread.ts";

const { name, folder } = workerData as { name: string; folder?: string };
const create = await loadAdapter(name, folder);
let reader = await create();
/**
 * One copy for all pictures of a size: others would be collected during a call that is measured.
 */
let copy = new Uint8ClampedArray(0);

parentPort!.on("message", async ({ picture, calls, isFresh }: ReadRequest) => {
  const { width, height } = picture;
  const results: ReadCall[] = [];
  try {
    if (isFresh) reader = await create();
    for (let i = 0; i < calls; i++) {
      // Some readers change the picture, and others refuse shared memory.
      const shared = new Uint8Array(picture.data);
      if (copy.length !== shared.length) copy = new Uint8ClampedArray(shared.length);
      copy.set(shared);
      const frame = { data: copy, width, height };
      const input = (await reader.prepare?.(frame)) ?? frame;
      const before = readThreadTime();
      const readings = await reader.read(input);
      const milliseconds = readThreadTime() - before;
      results.push({
        readings: readings.map(({ content, format, bytes }) => ({ content, format, bytes })),
        milliseconds,
      });
    }
    parentPort!.postMessage({ calls: results } satisfies ReadReply);
  } catch (error) {
    parentPort!.postMessage({ error: String(error) } satisfies ReadReply);
  }
});
parentPort!.postMessage("ready");

/**
 * Returns the milliseconds that this thread has spent on a core, which depend little on other work
 * on the machine. Linux updates its counter at every tick of some milliseconds and whenever a
 * thread sleeps, so the thread sleeps for a moment.
 */
function readThreadTime(): number {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.05);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
