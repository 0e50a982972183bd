import { Type } from "typebox";
import type { Forwarder } from "../../forwarding/forwarder.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { readListedScans } from "../../scans/listed-scans.ts";
import type { Delivery, DeliveryFilter, Dropped } from "../../store/deliveries.ts";
import type { Store } from "../../store/store.ts";
import type { StoredScan } from "../../store/stored-scan.ts";
import { parseFilter } from "../scans/selection.ts";
import { changeRefusals, filterProperties, ownerRefusals, refusals } from "../schemas.ts";
import { deliverySchema, deliveryStateSchema, loggedDeliverySchema } from "./schemas.ts";

const filterQuery = {
  state: Type.Optional(deliveryStateSchema),
  destination: Type.Optional(Type.String({ description: "Only deliveries to this destination." })),
  route: Type.Optional(Type.String({ description: "Only deliveries of this route." })),
  scan: Type.Optional(
    Type.Integer({ minimum: 0, description: "Only deliveries of the scan with this id." }),
  ),
  from: filterProperties.from,
  to: filterProperties.to,
};
const maxIds = 1000;

/** Serves `/api/deliveries`: list, count, read, replay and drop. */
export function serveDeliveries(
  app: App,
  { store, forwarder }: { store: Store; forwarder: Pick<Forwarder, "tryNow"> },
): void {
  app.get(
    "/api/deliveries",
    {
      schema: {
        summary: "List deliveries",
        description:
          "Newest first. If more follow, `next` is present: pass it as `before`. The times `from` and `to` are those at which the scan was received.",
        tags: ["forwarding"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filterQuery,
          before: Type.Optional(
            Type.Integer({ minimum: 0, description: "Only deliveries with a smaller `id`." }),
          ),
          limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
        }),
        response: {
          200: Type.Object({
            deliveries: Type.Array(deliverySchema),
            next: Type.Optional(Type.Integer()),
          }),
          ...refusals(...ownerRefusals, "invalid-request"),
        },
      },
    },
    async (request, reply) => {
      const { before, limit, ...query } = request.query;
      const parsed = parseDeliveryFilter(query);
      if (!parsed.ok) return refuse(reply, "invalid-request", parsed.message);
      const pageOptions = { limit: limit + 1, ...(before !== undefined && { before }) };
      const rows = await store.deliveries(parsed.filter, pageOptions);
      const deliveries = await addScanSummaries(store, rows.slice(0, limit));
      const last = deliveries.at(-1);
      return rows.length > limit && last ? { deliveries, next: last.id } : { deliveries };
    },
  );

  app.get(
    "/api/deliveries/count",
    {
      schema: {
        summary: "Count deliveries",
        tags: ["forwarding"],
        security: ownerSecurity,
        querystring: Type.Object(filterQuery),
        response: {
          200: Type.Object({ count: Type.Integer() }),
          ...refusals(...ownerRefusals, "invalid-request"),
        },
      },
    },
    async (request, reply) => {
      const parsed = parseDeliveryFilter(request.query);
      if (!parsed.ok) return refuse(reply, "invalid-request", parsed.message);
      return { count: await store.countDeliveries(parsed.filter) };
    },
  );

  app.get(
    "/api/deliveries/:id",
    {
      schema: {
        summary: "One delivery, with every attempt",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: Type.Object({ id: Type.Integer({ minimum: 0 }) }),
        response: {
          200: loggedDeliverySchema,
          ...refusals(...ownerRefusals, "invalid-request", "no-such-delivery"),
        },
      },
    },
    async (request, reply) => {
      const delivery = await store.delivery(request.params.id);
      if (!delivery) return refuse(reply, "no-such-delivery");
      const { log, ...summary } = delivery;
      const [deliveryWithScan] = await addScanSummaries(store, [summary]);
      return { ...deliveryWithScan!, log };
    },
  );

  const descriptions = {
    replay: {
      summary: "Deliver again",
      description:
        "Makes matching deliveries due immediately and resets their attempts to zero, whatever their state. Where the route has `expires`, its time begins again. Leaves out those that are being sent. Tries their destinations immediately, even if a circuit is open. The filter must have at least one part.",
    },
    drop: {
      summary: "Drop pending deliveries",
      description:
        "Leaves out deliveries that are being sent. The filter must have at least one part. Dropped deliveries can be replayed.",
    },
  };
  for (const verb of ["replay", "drop"] as const) {
    app.post(
      `/api/deliveries/${verb}`,
      {
        schema: {
          ...descriptions[verb],
          tags: ["forwarding"],
          security: ownerSecurity,
          body: Type.Object(
            {
              ids: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: maxIds })),
              ...filterQuery,
            },
            // A misspelled part must not widen the filter, and an empty filter must not select all
            // deliveries.
            { additionalProperties: false, minProperties: 1 },
          ),
          response: {
            200: Type.Object({
              count: Type.Integer({ description: "The number of changed deliveries." }),
            }),
            ...refusals(...changeRefusals),
          },
        },
      },
      async (request, reply) => {
        const { ids, ...body } = request.body;
        const parsed = parseDeliveryFilter(body);
        if (!parsed.ok) return refuse(reply, "invalid-request", parsed.message);
        const matching = { ...parsed.filter, ...(ids && { ids }) };
        if (verb === "drop") return { count: await store.drop(matching) };
        const { count, destinations } = await store.replay(matching);
        forwarder.tryNow(destinations);
        return { count };
      },
    );
  }
}

type Query = Omit<DeliveryFilter, "ids">;

function parseDeliveryFilter(
  query: Query,
): { ok: true; filter: DeliveryFilter } | { ok: false; message: string | undefined } {
  const { state, destination, route, scan, from, to } = query;
  const times = parseFilter({ ...(from && { from }), ...(to && { to }) });
  if (!times.ok) return { ok: false, message: times.message };
  // Copies each field, because the query may have other fields, too.
  return {
    ok: true,
    filter: {
      ...(state && { state }),
      ...(destination !== undefined && { destination }),
      ...(route !== undefined && { route }),
      ...(scan !== undefined && { scan }),
      ...times.filter,
    },
  };
}

/** Adds a summary of its scan to each delivery. A deleted scan has only its id. */
async function addScanSummaries(store: Store, deliveries: readonly Delivery[]) {
  const ids = [...new Set(deliveries.map(({ scan }) => scan))];
  const summaries = new Map<number, ReturnType<typeof toScanSummary>>();
  for await (const scan of readListedScans(store, { ids })) {
    summaries.set(scan.id, toScanSummary(scan));
  }
  return deliveries.map((delivery) => ({
    ...delivery,
    dropped: toApiDropped(delivery.dropped),
    scan: { id: delivery.scan, ...summaries.get(delivery.scan) },
  }));
}

/** Returns the reason in the form of the API, where spans are in seconds. */
function toApiDropped(dropped: Dropped | undefined) {
  if (dropped?.reason !== "repeated") return dropped;
  return { reason: dropped.reason, within: dropped.withinMs / 1000 };
}

function toScanSummary(scan: StoredScan) {
  const { inbox, identifier, content, receivedAt, source, tagName } = scan;
  return {
    inbox,
    identifier,
    content: [...content.slice(0, 400)].slice(0, 200).join(""),
    receivedAt,
    source,
    tagName,
  };
}
