import { Type } from "typebox";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity, reachOfRequest } from "../../login/access.ts";
import { createChangeSignal, pingMs } from "../../scans/change-signal.ts";
import { readListedScans } from "../../scans/listed-scans.ts";
import {
  nameSenders,
  type PersonNames,
  rememberPersonNames,
  withPerson,
} from "../../scans/person-names.ts";
import type { ScanFilter } from "../../store/scan-selection.ts";
import type { Store } from "../../store/store.ts";
import type { ListedScan, StoredScan } from "../../store/stored-scan.ts";
import {
  type EventParts,
  type EventViewer,
  eventHeaders,
  eventResponse,
  sendEvents,
} from "../event-stream.ts";
import { filterProperties, filterRefusals, refusals } from "../schemas.ts";
import { parseFilter } from "./selection.ts";

const pageSize = 500;
/**
 * The maximum number of repeats, of deletions and of restored scans that are remembered for a slow
 * viewer. The viewer misses further ones until it reloads.
 */
const maxRemembered = 1000;

/** Serves `/api/scans/stream`: scans as they arrive, as server-sent events. */
export function serveScanStream(app: App, parts: EventParts): void {
  const readNames = rememberPersonNames(parts.store);
  app.get(
    "/api/scans/stream",
    {
      exposeHeadRoute: false,
      schema: {
        summary: "Scans as they arrive (server-sent events)",
        description:
          'Each event `scan` has the id of the scan as `id` and the scan as JSON in `data`, shortened as in the list. An event `repeat` has no `id`; its `data` says how often the hub has received a scan again: `{ "id", "repeats" }`. The `data` of an event `delete` names a deleted scan: `{ "id" }`. An event `restore` has a scan in `data` that was deleted and is back. The stream starts after `Last-Event-ID` or `after`, so a viewer misses nothing and gets nothing twice after a lost connection. Without either, it starts now.',
        tags: ["scans"],
        security: ownerSecurity,
        headers: eventHeaders,
        querystring: Type.Object({
          ...filterProperties,
          after: Type.Optional(
            Type.Integer({
              minimum: 0,
              description: "Starts with the first scan whose `id` is greater.",
            }),
          ),
        }),
        response: {
          200: eventResponse,
          ...refusals(...filterRefusals),
        },
      },
    },
    async (request, reply) => {
      const parsed = parseFilter(request.query, reachOfRequest(request));
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      const { filter } = parsed;
      return sendEvents(parts, request, reply, (viewer) =>
        scanEvents(parts.store, { ...viewer, filter, readNames }),
      );
    },
  );
}

/**
 * Yields the events for one viewer. Catching up and following live use the same query, `id >
 * lastId`, which runs again after every commit that the store reports. The stream asks for more
 * events only when the socket has room, so a slow viewer delays nobody else. Repeats and deletions
 * are reported as they happen and are not part of catching up. Ends when the signal aborts.
 */
async function* scanEvents(
  store: Pick<
    Store,
    "listScans" | "readListPage" | "onAppend" | "onRepeat" | "onDelete" | "onRestore"
  >,
  viewer: EventViewer & { filter: ScanFilter; readNames: () => Promise<PersonNames> },
): AsyncGenerator<string> {
  const { filter, signal, readNames } = viewer;
  const changes = createChangeSignal(signal);
  const repeated = new Set<number>();
  const deleted = new Set<number>();
  const restored = new Set<number>();
  const remember = (ids: Set<number>) => (id: number) => {
    if (ids.size < maxRemembered) ids.add(id);
    changes.report();
  };
  const unsubscribers = [
    store.onAppend(changes.report, filter.inbox),
    store.onRepeat(remember(repeated)),
    store.onDelete((id) => {
      restored.delete(id);
      remember(deleted)(id);
    }),
    store.onRestore((id) => {
      deleted.delete(id);
      remember(restored)(id);
    }),
  ];
  try {
    const [newest] = await store.listScans({}, { limit: 1 });
    const newestId = newest?.id ?? 0;
    // An id beyond the newest scan comes from a store that has been replaced or lost scans since.
    let lastId = Math.min(viewer.after ?? newestId, newestId);
    yield "retry: 2000\n\n";
    while (!signal.aborted) {
      const { scans, more } = await store.readListPage(filter, { after: lastId, limit: pageSize });
      // Joined, because each yielded text is written to the connection separately.
      if (scans.length > 0)
        yield nameSenders(scans, await readNames())
          .map(formatScanEvent)
          .join("");
      lastId = scans.at(-1)?.id ?? lastId;
      if (more) continue;
      if (repeated.size > 0) {
        const ids = [...repeated];
        repeated.clear();
        for await (const scan of readListedScans(store, { ...filter, ids })) {
          yield formatRepeatEvent(scan);
        }
      }
      for (const id of deleted) {
        deleted.delete(id);
        yield formatDeleteEvent(id);
      }
      if (restored.size > 0) {
        const ids = [...restored];
        restored.clear();
        for await (const scan of readListedScans(store, { ...filter, ids })) {
          yield formatRestoreEvent(withPerson(scan, (await readNames()).ofScan(scan)));
        }
      }
      const hasChanged = await changes.wait(viewer.pingMs ?? pingMs);
      if (hasChanged) continue;
      if (signal.aborted) return;
      yield ": ping\n\n";
    }
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe();
  }
}

function formatScanEvent(scan: ListedScan): string {
  return `id: ${scan.id}\nevent: scan\ndata: ${JSON.stringify(scan)}\n\n`;
}

/**
 * Formats the event of a repeat. It has no id, so a browser that reconnects continues after the
 * newest scan.
 */
function formatRepeatEvent({ id, repeats }: StoredScan): string {
  return `event: repeat\ndata: ${JSON.stringify({ id, repeats })}\n\n`;
}

/**
 * Formats the event of a deletion, without an id. It may name a scan that the filter of this viewer
 * excludes.
 */
function formatDeleteEvent(id: number): string {
  return `event: delete\ndata: ${JSON.stringify({ id })}\n\n`;
}

/**
 * Formats the event of a restored scan, without an id. A viewer inserts the scan at its old
 * position.
 */
function formatRestoreEvent(scan: ListedScan): string {
  return `event: restore\ndata: ${JSON.stringify(scan)}\n\n`;
}
