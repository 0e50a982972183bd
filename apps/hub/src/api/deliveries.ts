import { Type } from "typebox";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { Delivery, DeliveryFilter } from "../store/forwarding.ts";
import type { Store, StoredScan } from "../store/store.ts";
import { toFilter } from "./filter.ts";
import { deliverySchema, deliveryStateSchema, loggedDeliverySchema } from "./forwarding-schemas.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { changeRefusals, filterProperties, ownerRefusals, refusals } from "./schemas.ts";

const filter = {
  state: Type.Optional(deliveryStateSchema),
  destination: Type.Optional(Type.String({ description: "Only to this destination." })),
  route: Type.Optional(Type.String({ description: "Only over this route." })),
  scan: Type.Optional(
    Type.Integer({ minimum: 0, description: "Only of the scan of this number." }),
  ),
  from: filterProperties.from,
  to: filterProperties.to,
};
const mostIds = 1000;

/** `/api/deliveries`: what became of each scan on its way to each destination. */
export function serveDeliveries(
  app: App,
  { store, tryNow }: Pick<PassingOn, "store" | "tryNow">,
): void {
  app.get(
    "/api/deliveries",
    {
      schema: {
        summary: "List deliveries",
        description:
          "Newest first. `next` is there when more follow: pass it as `before`. The times are those when the scan was received.",
        tags: ["passing on"],
        security: ownerSecurity,
        querystring: Type.Object({
          ...filter,
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
      const read = toDeliveryFilter(query);
      if (!read.ok) return refuse(reply, "invalid-request", read.message);
      const page = { limit: limit + 1, ...(before !== undefined && { before }) };
      const rows = await store.deliveries(read.filter, page);
      const deliveries = await withScans(store, rows.slice(0, limit));
      const last = deliveries.at(-1);
      return rows.length > limit && last ? { deliveries, next: last.id } : { deliveries };
    },
  );

  app.get(
    "/api/deliveries/:id",
    {
      schema: {
        summary: "One delivery, with every attempt",
        tags: ["passing on"],
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
      const { log, ...rest } = delivery;
      const [described] = await withScans(store, [rest]);
      return { ...described!, log };
    },
  );

  const many = {
    replay: {
      summary: "Deliver again",
      description:
        "Makes them due now, with no attempts yet, whatever became of them; those under way are left. Of their destinations, one that was left alone for a while is tried at once. At least one part of the filter has to be given.",
    },
    drop: {
      summary: "Drop what is pending",
      description:
        "Those under way are left. At least one part of the filter has to be given. Dropped ones can be replayed.",
    },
  };
  for (const verb of ["replay", "drop"] as const) {
    app.post(
      `/api/deliveries/${verb}`,
      {
        schema: {
          ...many[verb],
          tags: ["passing on"],
          security: ownerSecurity,
          body: Type.Object(
            {
              ids: Type.Optional(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: mostIds })),
              ...filter,
            },
            // A misspelt part must not make the filter wider, and an empty one must not mean all.
            { additionalProperties: false, minProperties: 1 },
          ),
          response: {
            200: Type.Object({ count: Type.Integer({ description: "How many it was done to." }) }),
            ...refusals(...changeRefusals),
          },
        },
      },
      async (request, reply) => {
        const { ids, ...body } = request.body;
        const read = toDeliveryFilter(body);
        if (!read.ok) return refuse(reply, "invalid-request", read.message);
        const wanted = { ...read.filter, ...(ids && { ids }) };
        if (verb === "drop") return { count: await store.drop(wanted) };
        const { count, destinations } = await store.replay(wanted);
        tryNow(destinations);
        return { count };
      },
    );
  }
}

type Query = Omit<DeliveryFilter, "ids">;

function toDeliveryFilter(
  query: Query,
): { ok: true; filter: DeliveryFilter } | { ok: false; message: string | undefined } {
  const { state, destination, route, scan, from, to } = query;
  const times = toFilter({ ...(from && { from }), ...(to && { to }) });
  if (!times.ok) return { ok: false, message: times.message };
  // One by one: the store knows no others, and a query may hold any.
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

/** What a list shows of the scans, asked for all at once. */
async function withScans(store: Store, deliveries: readonly Delivery[]) {
  const ids = [...new Set(deliveries.map(({ scan }) => scan))];
  const scans = ids.length > 0 ? await store.listScans({ ids }, { limit: ids.length }) : [];
  const byId = new Map(scans.map((scan) => [scan.id, scan]));
  return deliveries.map((delivery) => ({
    ...delivery,
    scan: { id: delivery.scan, ...summarize(byId.get(delivery.scan)) },
  }));
}

function summarize(scan: StoredScan | undefined) {
  if (!scan) return {};
  const { inbox, identifier, content, receivedAt, source, tagName } = scan;
  return {
    inbox,
    identifier,
    content: [...content.slice(0, 400)].slice(0, 200).join(""),
    receivedAt,
    ...(source && { source }),
    ...(tagName !== undefined && { tagName }),
  };
}
