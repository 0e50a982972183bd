// The hub of bench/soak, in which an hour of the regular tasks passes in 30 seconds. A message
// "measure" gets its memory and the delays of its event loop since the last one.
import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { openUpdatedStore } from "@scanhook/hub";
import { hashPassword } from "../apps/hub/src/login/passwords.ts";
import { hashSecret } from "../apps/hub/src/login/secrets.ts";
import { serveHub } from "./serve-hub.ts";

/**
 * Bytes, and milliseconds. `heapAfterCollection` is the heap after the last garbage collection of
 * old objects that V8 chose to run; undefined if it chose none since the last sample.
 */
export type HubFigures = {
  heap: number;
  heapAfterCollection?: number | undefined;
  delayP99: number;
};

const hourMs = 3_600_000;
const shortHourMs = 30_000;

const [dir, password, token] = process.argv.slice(2) as [string, string, string];
const store = await openUpdatedStore({ dataDir: dir });
await store.setPassword(1, await hashPassword(password));
await store.addToken({ name: "bench", hash: hashSecret(token), person: 1, scopes: ["all"] });
await store.close();

shortenHours();
answerMeasure();
await serveHub(dir);

/** Lets each timer of an hour end after 30 seconds, so that retention runs 120 times an hour. */
function shortenHours(): void {
  const original = globalThis.setTimeout;
  const shortened = (work: () => void, ms?: number, ...values: []) =>
    original(work, ms === hourMs ? shortHourMs : ms, ...values);
  globalThis.setTimeout = Object.assign(shortened, original) as typeof setTimeout;
}

function answerMeasure(): void {
  let heapAfterCollection: number | undefined;
  new PerformanceObserver((list) => {
    // The types of Node lack the details of such an entry.
    const entries = list.getEntries() as unknown as { detail: { kind: number } }[];
    const isMajor = entries.some(
      ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR,
    );
    if (isMajor) heapAfterCollection = process.memoryUsage().heapUsed;
  }).observe({ entryTypes: ["gc"] });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  process.on("message", (message) => {
    if (message !== "measure") return;
    const delayP99 = delays.percentile(99) / 1e6;
    const { heapUsed: heap } = process.memoryUsage();
    process.send!({ heap, heapAfterCollection, delayP99 } satisfies HubFigures);
    heapAfterCollection = undefined;
    delays.reset();
  });
}
