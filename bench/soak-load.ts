// The load of bench/soak in a process of its own. Answers the plan when the first register is
// there, "span" with what was measured since the last one, and "end" with the result when every
// request has its response and every viewer has left.
import { setTimeout as sleep } from "node:timers/promises";
import { toCode } from "./registers-guests.ts";
import { createDoor, type Door } from "./soak-door.ts";
import { callApi, type HubAccess } from "./soak-request.ts";
import { runSenders } from "./soak-senders.ts";
import { createTally, emptySpan, type LoadResult, noteFailure } from "./soak-tally.ts";
import { runViewers } from "./soak-viewers.ts";

export type LoadPlan = { hub: HubAccess; password: string; perSecond: number };

const eveningMs = 120_000;
const tally = createTally();
const ending = new AbortController();
let running: Promise<unknown> | undefined;

process.on("message", async (message: LoadPlan | "span" | "end") => {
  if (message === "span") {
    process.send!(tally.span);
    tally.span = emptySpan();
  } else if (message === "end") {
    ending.abort();
    await running;
    const { acknowledged, counts, problems, seen } = tally;
    process.send!({ acknowledged, counts, problems, seen: [...seen] } satisfies LoadResult);
  } else {
    // Each guest comes or goes about every 30 seconds.
    const door = createDoor(message.hub, tally, Math.ceil(message.perSecond * 6));
    await door.replace();
    running = run(message, door);
    process.send!("started");
  }
});

async function run({ hub, password, perSecond }: LoadPlan, door: Door): Promise<void> {
  const leaving = new AbortController();
  const viewing = runViewers({ hub, tally, evening: door.evening, leaving: leaving.signal });
  await Promise.all([
    runSenders({ hub, password, perSecond, door, tally }, ending.signal),
    regularly(eveningMs, "evening", () => door.replace()),
    search(hub),
  ]);
  leaving.abort();
  await viewing;
}

/** Works until the load ends, with a pause before each time. */
async function regularly(ms: number, name: string, work: () => Promise<void>): Promise<void> {
  while (!ending.signal.aborted) {
    await sleep(ms, undefined, { signal: ending.signal }).catch(() => {});
    if (!ending.signal.aborted) await noteFailure(tally, name, work);
  }
}

/** Asks what the dashboard asks, twice a second, and exports all scans now and then. */
function search(hub: HubAccess): Promise<void> {
  let turn = 0;
  return regularly(400, "search", async () => {
    turn += 1;
    if (turn % 60 === 0) return void (await callApi(hub, "GET", "/api/scans/export?format=csv"));
    const queries = [
      "/api/scans?limit=50",
      `/api/scans?limit=20&text=Widget%20${turn % 100}`,
      `/api/scans?limit=20&inbox=door&text=${toCode(turn % 100)}`,
      "/api/scans/count?text=example",
      "/api/scans/per-content?limit=10",
      "/api/scans/per-day?by=inbox",
      "/api/tags",
      "/api/registers",
    ];
    const { ms } = await callApi(hub, "GET", queries[turn % queries.length]!);
    tally.span.searches.push(ms);
    tally.counts.searches += 1;
  });
}
