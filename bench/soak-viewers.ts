// The viewers of bench/soak: server-sent events of scans and verdicts, by viewers who come and go.
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { HubAccess } from "./soak-request.ts";
import { numberOf } from "./soak-scans.ts";
import { noteFailure, noteProblem, type Tally } from "./soak-tally.ts";

type Event = { id?: string | undefined; kind?: string | undefined; data?: string | undefined };
type Scan = { identifier: string; content: string; receivedAt: string };

/** The hub that viewers watch; `evening` returns the name of the present register. */
export type Views = { hub: HubAccess; tally: Tally; evening: () => string; leaving: AbortSignal };

const comingAndGoing = 8;

/**
 * Lets eight viewers come and go, each for 2 to 40 seconds, and one that always comes back and must
 * see every scan of the inbox `scans` once. Resolves when all have left.
 */
export async function runViewers(views: Views): Promise<void> {
  const viewers = Array.from({ length: comingAndGoing }, (_, n) => comeAndGo(views, n));
  await Promise.all([...viewers, keepComing(views)]);
}

async function comeAndGo({ hub, tally, evening, leaving }: Views, viewer: number): Promise<void> {
  for (let visit = 0; !leaving.aborted; visit++) {
    const seconds = 2 + ((viewer * 7 + visit * 11) % 38);
    const isOfDoor = viewer % 4 === 3;
    const path = isOfDoor
      ? `/api/registers/${evening()}/stream`
      : `/api/scans/stream?inbox=${viewer % 2 === 0 ? "scans" : "door"}`;
    tally.counts.views += 1;
    await noteFailure(tally, "view", async () => {
      for await (const { kind, data } of watch(hub, path, { seconds, leaving })) {
        if (kind !== "scan") continue;
        const { receivedAt } = JSON.parse(data!) as Scan;
        tally.span.lags.push(Date.now() - Date.parse(receivedAt));
      }
    });
  }
}

async function keepComing({ hub, tally, leaving }: Views): Promise<void> {
  // From the first scan on, which may arrive before the stream is open.
  let lastId = "0";
  // One visit more at the end, for what arrived since the one before.
  for (let isLast = false; !isLast; ) {
    isLast = leaving.aborted;
    const leave = isLast ? new AbortController().signal : leaving;
    await noteFailure(tally, "view", async () => {
      const visit = { seconds: isLast ? 3 : 25, leaving: leave, lastId };
      for await (const { id, kind, data } of watch(hub, "/api/scans/stream?inbox=scans", visit)) {
        if (kind !== "scan") continue;
        if (Number(id) <= Number(lastId)) noteProblem(tally, "view: out of order");
        lastId = id!;
        const n = numberOf(JSON.parse(data!) as Scan);
        tally.seen.set(n, (tally.seen.get(n) ?? 0) + 1);
      }
    });
    if (!isLast) await sleep(500);
  }
}

/** Yields the events of a stream, until the viewer leaves. */
async function* watch(
  { port, token }: HubAccess,
  path: string,
  visit: { seconds: number; leaving: AbortSignal; lastId?: string | undefined },
): AsyncGenerator<Event> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (visit.lastId !== undefined) headers["last-event-id"] = visit.lastId;
  const agent = new Agent({ keepAlive: false });
  const request = get({ host: "127.0.0.1", port, path, headers, agent });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) {
    response.resume();
    throw new Error(`${path}: ${response.statusCode}`);
  }
  let hasLeft = false;
  const leave = () => {
    hasLeft = true;
    response.destroy();
  };
  const timer = setTimeout(leave, visit.seconds * 1000);
  if (visit.leaving.aborted) leave();
  visit.leaving.addEventListener("abort", leave, { once: true });
  try {
    yield* readEvents(response);
  } catch (error) {
    if (!hasLeft) throw error;
  } finally {
    clearTimeout(timer);
    visit.leaving.removeEventListener("abort", leave);
    response.destroy();
  }
}

async function* readEvents(stream: IncomingMessage): AsyncGenerator<Event> {
  let text = "";
  stream.setEncoding("utf8");
  for await (const chunk of stream) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks)
      yield {
        id: /^id: (.*)$/m.exec(block)?.[1],
        kind: /^event: (.*)$/m.exec(block)?.[1],
        data: /^data: (.*)$/m.exec(block)?.[1],
      };
  }
}
