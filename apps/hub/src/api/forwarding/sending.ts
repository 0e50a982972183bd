import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import type { Forwarder } from "../../forwarding/forwarder.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { compileFilter } from "../../shaping/filter.ts";
import type { RoutedScan } from "../../store/deliveries.ts";
import { includesInbox, ownInboxes } from "../../store/own-inboxes.ts";
import type { RouteRecord } from "../../store/routing.ts";
import type { ScanFilter } from "../../store/scan-selection.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage } from "../../texts/exact-message.ts";
import { parseSelection, selectionProperties } from "../scans/selection.ts";
import { changeRefusals, refusals } from "../schemas.ts";

const pageSize = 500;
const maxScans = 10_000;
/** The time after which a request handles no further page, so that proxies do not give up on it. */
const maxRequestMs = 5000;

const bodyProperties = {
  ...selectionProperties,
  route: Type.String({ description: "The name of the route." }),
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: "Only scans with a greater `id`: the `next` of the response before.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxScans,
      default: maxScans,
      description: "How many of the selected scans this request may look at.",
    }),
  ),
};

const nextSchema = Type.Optional(
  Type.Integer({
    description: "Present if more scans may follow: send the request again with it as `after`.",
  }),
);
const againSchema = Type.Union(
  [Type.Literal("all"), Type.Literal("failed"), Type.Literal("none")],
  {
    default: "all",
    description:
      "Which of the scans that have a delivery over this route already are sent again: all of them, only dead and dropped ones, or none. Pending ones stay as they are.",
  },
);
const standingSchema = (description: string) =>
  Type.Object(
    {
      unsent: Type.Integer({ description: "Without a delivery over this route." }),
      failed: Type.Integer({ description: "With a dead or dropped one." }),
      delivered: Type.Integer({ description: "Delivered already; they would arrive twice." }),
    },
    { description },
  );

/**
 * Serves `/api/scans/send` and `/api/scans/send/count`, which send stored scans over a route that
 * the owner chooses.
 */
export function serveSending(
  app: App,
  { store, forwarder }: { store: Store; forwarder: Pick<Forwarder, "tryNow"> },
): void {
  const findRoute = async (name: string) =>
    (await store.routing()).routes.find((route) => route.name === name);

  app.post(
    "/api/scans/send/count",
    {
      schema: {
        summary: "Count what sending scans through a route would do",
        description:
          "Changes nothing. `limit` and `after` work as for `POST /api/scans/send`; add up the numbers of the responses.",
        tags: ["scans"],
        security: ownerSecurity,
        body: Type.Object(bodyProperties, { additionalProperties: false }),
        response: {
          200: Type.Object({
            destination: Type.String(),
            asOf: Type.String({
              format: "date-time",
              description: "When the count began: pass that of the first response to the sending.",
            }),
            scans: Type.Integer({ description: "The number of selected scans." }),
            pending: Type.Integer({
              description:
                "Those that wait to be sent over this route already. They stay as they are.",
            }),
            matching: standingSchema("The others that pass the inbox and filter of the route."),
            unmatched: standingSchema("The others that do not."),
            next: nextSchema,
          }),
          ...refusals(...changeRefusals, "not-a-tag", "no-such-route"),
        },
      },
    },
    async (request, reply) => {
      const parsed = parseSelection(request.body);
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      const route = await findRoute(request.body.route);
      if (!route) return refuse(reply, "no-such-route");
      const asOf = (await store.storeTime()).toISOString();
      const counts = {
        scans: 0,
        pending: 0,
        matching: { unsent: 0, failed: 0, delivered: 0 },
        unmatched: { unsent: 0, failed: 0, delivered: 0 },
      };
      const next = await forEachPage(store, parsed.filter, request.body, async (ids) => {
        const matching = await findMatching(store, route, ids);
        for (const { scan, state } of await store.routedScans(route.id, ids)) {
          counts.scans += 1;
          if (state === "pending") counts.pending += 1;
          else counts[matching.has(scan) ? "matching" : "unmatched"][toStanding(state)] += 1;
        }
      });
      return { destination: route.destination, asOf, ...counts, next };
    },
  );

  app.post(
    "/api/scans/send",
    {
      schema: {
        summary: "Send stored scans through a route",
        description:
          "Makes a delivery due for each selected scan, also for scans that are older than the route, that arrived while it was off, or that its inbox and filter do not match: choosing the scans counts more than the filter, unless `onlyMatching` is true. A scan that has a delivery over this route already gets no second one; its delivery is made due again. One request looks at 10,000 scans at most, or as many as it can in 5 seconds; while `next` is present, send it again with that as `after`. With `asOf`, repeating a request sends nothing twice.",
        tags: ["scans"],
        security: ownerSecurity,
        body: Type.Object(
          {
            ...bodyProperties,
            again: Type.Optional(againSchema),
            onlyMatching: Type.Optional(
              Type.Boolean({
                default: false,
                description:
                  "Leaves out scans that the inbox or the filter of the route does not match.",
              }),
            ),
            asOf: Type.Optional(
              Type.String({
                format: "date-time",
                description:
                  "Leaves out what was made due or tried since this time, which `POST /api/scans/send/count` returns.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            count: Type.Integer({ description: "The number of deliveries that are due now." }),
            next: nextSchema,
          }),
          ...refusals(...changeRefusals, "not-a-tag", "no-such-route"),
        },
      },
    },
    async (request, reply) => {
      const { again = "all", onlyMatching = false, asOf } = request.body;
      const parsed = parseSelection(request.body);
      if (!parsed.ok) return refuse(reply, parsed.code, parsed.message);
      const since = asOf === undefined ? undefined : new Date(asOf);
      if (since && Number.isNaN(since.getTime())) return refuse(reply, "invalid-request", noTime);
      const route = await findRoute(request.body.route);
      if (!route) return refuse(reply, "no-such-route");
      let count = 0;
      let isRemoved = false;
      const next = await forEachPage(store, parsed.filter, request.body, async (ids) => {
        const matching = onlyMatching ? await findMatching(store, route, ids) : undefined;
        const chosen = matching ? ids.filter((id) => matching.has(id)) : ids;
        const options = { again, ...(since && { asOf: since }) };
        const sent = await store.sendScans(route.id, chosen, options);
        isRemoved ||= sent === undefined;
        count += sent ?? 0;
      });
      if (isRemoved && count === 0) return refuse(reply, "no-such-route");
      const { destinations } = await store.routing();
      const destination = destinations.find(({ name }) => name === route.destination);
      if (count > 0 && destination) forwarder.tryNow(new Set([destination.id]));
      return { count, next };
    },
  );
}

const noTime = exactMessage("as-of-not-real");

/**
 * Calls `act` with the ids of the selected scans, oldest first and at most 500 at a time, and lets
 * other work run in between. Stops after `limit` scans or five seconds. Returns the id at which it
 * stopped, or undefined if it reached the end.
 */
async function forEachPage(
  store: Pick<Store, "findScanIds">,
  filter: ScanFilter,
  {
    after: start = 0,
    upTo = Number.MAX_SAFE_INTEGER,
    limit = maxScans,
  }: { after?: number; upTo?: number; limit?: number },
  act: (ids: number[]) => Promise<void>,
): Promise<number | undefined> {
  const [newest = 0] = await store.findScanIds(filter, { limit: 1 });
  const last = Math.min(newest, upTo);
  const startedAt = performance.now();
  let remaining = limit;
  for (let after = start; after < last; ) {
    if (remaining === 0 || performance.now() - startedAt > maxRequestMs) return after;
    const size = Math.min(pageSize, remaining);
    const found = await store.findScanIds(filter, { after, limit: size });
    const ids = found.filter((id) => id <= last);
    if (ids.length > 0) await act(ids);
    if (found.length < size) return undefined;
    after = found.at(-1)!;
    remaining -= size;
    await setImmediate();
  }
  return undefined;
}

/**
 * Returns the ids of the given scans that the route would take if they arrived now. Reads about 1
 * MiB of scans at a time.
 */
async function findMatching(
  store: Pick<Store, "readExportPage" | "findScanIds">,
  route: RouteRecord,
  ids: readonly number[],
): Promise<Set<number>> {
  const { inbox } = route;
  if (inbox === undefined && Object.keys(route.filter).length === 0) {
    const scansOfOwnInboxes = await Promise.all(
      ownInboxes.map((name) => store.findScanIds({ ids, inbox: name }, { limit: ids.length })),
    );
    return new Set(ids).difference(new Set(scansOfOwnInboxes.flat()));
  }
  const filter = compileFilter(route.filter);
  const matching = new Set<number>();
  if (!filter.ok) return matching;
  const selected = { ids, ...(inbox !== undefined && { inbox }) };
  for (let after = 0; ; ) {
    const { scans, more } = await store.readExportPage(selected, { after, limit: pageSize });
    for (const { structured, ...scan } of scans) {
      const routable = { ...scan, structured: structured && JSON.parse(structured) };
      if (includesInbox(inbox, scan.inbox) && filter.passes(routable)) matching.add(scan.id);
    }
    if (!more) return matching;
    after = scans.at(-1)!.id;
    await setImmediate();
  }
}

function toStanding(state: RoutedScan["state"]): "unsent" | "failed" | "delivered" {
  if (state === null) return "unsent";
  return state === "delivered" ? "delivered" : "failed";
}
