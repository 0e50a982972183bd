import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "typebox";
import { toFilter } from "./api/filter.ts";
import { filterProperties, filterRefusals, refusals, streamSchema } from "./api/schemas.ts";
import { refuse } from "./errors.ts";
import type { App } from "./http/app.ts";
import { mayGoOn, ownerSecurity } from "./login/access.ts";
import type { Sessions } from "./login/sessions.ts";
import type { Metrics } from "./observing/metrics.ts";
import type { ScanFilter, Store, StoredScan } from "./store/store.ts";

const pageSize = 100;
const pingMs = 20_000;
/** At most 25 queries a second for each viewer, however fast scans come in. */
const restMs = 40;
/** So many that came again, or were deleted, are remembered for a viewer that is behind; it learns the rest when it asks anew. */
const mostRemembered = 1000;

/** `/api/scans/stream`: scans as they arrive, as server-sent events. */
export function serveLive(
  app: App,
  parts: { store: Store; sessions: Sessions; metrics: Metrics; closing: AbortSignal },
): void {
  app.get(
    "/api/scans/stream",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Scans as they arrive (server-sent events)",
        description:
          'Each event `scan` has the scan\'s id as `id` and the scan as JSON in `data`. An event `repeat`, without `id`, says in `data` how often a scan has come again by now: `{ "id", "repeats" }`; an event `delete`, which one was deleted: `{ "id" }`. Starts after `Last-Event-ID` or `after`, so that nothing is missing or there twice after a lost connection; with neither, starts now.',
        tags: ["scans"],
        security: ownerSecurity,
        headers: Type.Object({
          "last-event-id": Type.Optional(
            Type.String({
              description: "As browsers send it when they come back; it goes before `after`.",
            }),
          ),
        }),
        querystring: Type.Object({
          ...filterProperties,
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: "Begins with the first scan whose `id` is greater.",
            }),
          ),
        }),
        response: {
          200: {
            description: "The events; it ends only with the connection, the log-in or the hub.",
            content: { "text/event-stream": { schema: streamSchema } },
          },
          ...refusals(...filterRefusals),
        },
      },
    },
    async (request, reply) => {
      const read = toFilter(request.query);
      if (!read.ok) return refuse(reply, read.code, read.message);
      const gone = new AbortController();
      request.raw.socket.once("close", () => gone.abort());
      const after = toId(request.headers["last-event-id"]) ?? request.query.after;
      const events = scanEvents(parts.store, {
        filter: read.filter,
        ...(after !== undefined && { after }),
        signal: AbortSignal.any([gone.signal, parts.closing]),
        mayGoOn: () => mayGoOn(parts, request),
      });
      parts.metrics.viewers.inc();
      const stream = Readable.from(events, { objectMode: false });
      stream.once("close", () => parts.metrics.viewers.dec());
      return reply
        .type("text/event-stream; charset=utf-8")
        .header("x-accel-buffering", "no")
        .send(stream);
    },
  );
}

/**
 * The events of one viewer. Catching up and live are the same query, `id > last`, asked again whenever the store says
 * that something was committed; the generator is only asked for more when the socket has room, so a slow viewer costs
 * nothing and holds nobody up. Scans that came again are asked for by their ids in between, and those that were deleted
 * are named: that is news of the moment, and no part of catching up. Ends when the signal does, or when `mayGoOn` says no at a ping.
 */
export async function* scanEvents(
  store: Pick<Store, "listScans" | "onAppend" | "onRepeat" | "onDelete">,
  viewer: {
    filter: ScanFilter;
    after?: number;
    signal: AbortSignal;
    mayGoOn?: () => Promise<boolean>;
    pingMs?: number;
  },
): AsyncGenerator<string> {
  const { filter, signal } = viewer;
  const bell = createBell(signal);
  const repeated = new Set<number>();
  const deleted = new Set<number>();
  const remember = (ids: Set<number>) => (id: number) => {
    if (ids.size < mostRemembered) ids.add(id);
    bell.ring();
  };
  const stops = [
    store.onAppend(bell.ring),
    store.onRepeat(remember(repeated)),
    store.onDelete(remember(deleted)),
  ];
  try {
    const [newest] = await store.listScans({}, { limit: 1 });
    const end = newest?.id ?? 0;
    // A number beyond the newest comes from a store that was since replaced or shortened.
    let last = Math.min(viewer.after ?? end, end);
    yield "retry: 2000\n\n";
    while (!signal.aborted) {
      const scans = await store.listScans(filter, { after: last, limit: pageSize });
      for (const scan of scans) yield toEvent(scan);
      last = scans.at(-1)?.id ?? last;
      if (scans.length === pageSize) continue;
      if (repeated.size > 0) {
        const ids = [...repeated];
        repeated.clear();
        const again = await store.listScans({ ...filter, ids }, { limit: ids.length });
        for (const scan of again) yield toRepeatEvent(scan);
      }
      for (const id of deleted) {
        deleted.delete(id);
        yield toDeleteEvent(id);
      }
      const rang = await bell.wait(viewer.pingMs ?? pingMs);
      if (rang) {
        await sleep(restMs, undefined, { signal }).catch(() => undefined);
        continue;
      }
      if (signal.aborted || (viewer.mayGoOn && !(await viewer.mayGoOn()))) return;
      yield ": ping\n\n";
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** Remembers a ring until somebody waits for it, so that none is lost between a query and the waiting. */
function createBell(signal: AbortSignal) {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  signal.addEventListener("abort", () => wake?.(), { once: true });
  return {
    ring,
    /** True: it rang. False: the time is over, or the signal ended. */
    async wait(ms: number): Promise<boolean> {
      if (!rung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, ms);
        await promise;
        clearTimeout(timer);
        wake = undefined;
      }
      const was = rung;
      rung = false;
      return was;
    },
  };
}

function toEvent(scan: StoredScan): string {
  return `id: ${scan.id}\nevent: scan\ndata: ${JSON.stringify(scan)}\n\n`;
}

/** Without an id, so that a connection that is made again goes on after the newest scan. */
function toRepeatEvent({ id, repeats }: StoredScan): string {
  return `event: repeat\ndata: ${JSON.stringify({ id, repeats })}\n\n`;
}

/** Likewise; also of a scan that this viewer was never shown. */
function toDeleteEvent(id: number): string {
  return `event: delete\ndata: ${JSON.stringify({ id })}\n\n`;
}

function toId(header: string | undefined): number | undefined {
  return header && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}
