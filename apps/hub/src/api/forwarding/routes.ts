import { Type } from "typebox";
import type { ConfigFile } from "../../config-file/open.ts";
import { checkRoute } from "../../definitions/route.ts";
import { type RouteDefinition, routeProperties } from "../../definitions/schemas.ts";
import { toSpans } from "../../definitions/span.ts";
import { answeredByRegister } from "../../forwarding/answering-route.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { ownerSecurity } from "../../login/access.ts";
import { ensureOwnInbox } from "../../store/own-inboxes.ts";
import type { RouteRecord, Routing } from "../../store/routing.ts";
import type { Store } from "../../store/store.ts";
import { exactMessage, say } from "../../texts/exact-message.ts";
import {
  changeRefusals,
  expectedRevision,
  inboxNameSchema,
  noContentSchema,
  ownerRefusals,
  refusals,
  refuseStale,
} from "../schemas.ts";
import { routeSchema } from "./schemas.ts";

const nameParams = Type.Object({ name: Type.String() });

/** Serves `/api/routes`: the routes that take the scans of an inbox to a destination. */
export function serveRoutes(
  app: App,
  { store, configFile }: { store: Store; configFile: Pick<ConfigFile, "keeps"> },
): void {
  app.get(
    "/api/routes",
    {
      schema: {
        summary: "List routes",
        description: "In the order in which they were added.",
        tags: ["forwarding"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ routes: Type.Array(routeSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ routes: (await store.routing()).routes.map(toApiRoute) }),
  );

  app.get(
    "/api/routes/:name",
    {
      schema: {
        summary: "One route",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: nameParams,
        response: { 200: routeSchema, ...refusals(...ownerRefusals, "no-such-route") },
      },
    },
    async (request, reply) => {
      const route = findRoute(await store.routing(), request.params.name);
      return route ? toApiRoute(route) : refuse(reply, "no-such-route");
    },
  );

  app.post(
    "/api/routes",
    {
      schema: {
        summary: "Make a route",
        description:
          "From now on, the hub delivers each scan that passes the filter to the destination.",
        tags: ["forwarding"],
        security: ownerSecurity,
        body: Type.Object(
          { name: inboxNameSchema, ...routeProperties },
          { additionalProperties: false },
        ),
        response: {
          201: routeSchema,
          ...refusals(...changeRefusals, "not-a-route", "route-exists"),
        },
      },
    },
    async (request, reply) => {
      const { name, ...definition } = request.body;
      const routing = await store.routing();
      const checked = await checkRouteAndInbox(definition, routing);
      if (!checked.ok) return refuse(reply, "not-a-route", checked.reason, checked.field);
      const added = await store.addRoute({ ...checked.route, name, origin: "dashboard" });
      if (added === "taken") return refuse(reply, "route-exists");
      const route = findRoute(await store.routing(), name);
      return route
        ? reply.code(201).send(toApiRoute(route))
        : refuse(reply, "not-a-route", noDestination, "destination");
    },
  );

  app.patch(
    "/api/routes/:name",
    {
      schema: {
        summary: "Change a route",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: nameParams,
        body: Type.Object(
          {
            ...routeProperties,
            destination: Type.Optional(routeProperties.destination),
            ...expectedRevision,
          },
          { additionalProperties: false },
        ),
        response: {
          200: routeSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-route",
            "not-a-route",
            "kept-in-file",
            "changed-meanwhile",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { revision, ...body } = request.body;
      const routing = await store.routing();
      const record = findRoute(routing, name);
      if (!record) return refuse(reply, "no-such-route");
      if (configFile.keeps(record)) return refuse(reply, "kept-in-file");
      if (revision !== undefined && revision !== record.revision)
        return refuseStale(reply, toApiRoute(record));
      const { title, inbox, expires, oncePer, ...edit } = body;
      const checked = await checkRouteAndInbox(
        { ...toDefinition(record), ...body },
        routing,
        record,
      );
      if (!checked.ok) return refuse(reply, "not-a-route", checked.reason, checked.field);
      const { filter, shape, expiresMs = null, oncePerMs = null } = checked.route;
      const outcome = await store.changeRoute(name, {
        ...edit,
        filter,
        shape,
        origin: "dashboard",
        ...(revision !== undefined && { revision }),
        ...(title !== undefined && { title }),
        ...(inbox !== undefined && { inbox: inbox || null }),
        expiresMs: expires === undefined ? undefined : expiresMs,
        oncePerMs: oncePer === undefined ? undefined : oncePerMs,
      });
      if (outcome === "no-such-destination") {
        return refuse(reply, "not-a-route", noDestination, "destination");
      }
      const current = findRoute(await store.routing(), name);
      if (!current) return refuse(reply, "no-such-route");
      return outcome === "changed-meanwhile"
        ? refuseStale(reply, toApiRoute(current))
        : toApiRoute(current);
    },
  );

  app.delete(
    "/api/routes/:name",
    {
      schema: {
        summary: "Remove a route",
        description: "Deliveries that the route has already created are still made.",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: nameParams,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-route", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const record = findRoute(await store.routing(), name);
      if (record && configFile.keeps(record)) return refuse(reply, "kept-in-file");
      const removed = record && (await store.removeRoute(name));
      return removed ? reply.code(204).send(null) : refuse(reply, "no-such-route");
    },
  );

  /** Checks the definition of a route. Its inbox must exist, unless the route already has it. */
  async function checkRouteAndInbox(
    definition: RouteDefinition,
    { destinations }: Routing,
    existing?: RouteRecord,
  ): Promise<ReturnType<typeof checkRoute>> {
    const { inbox } = definition;
    if (inbox) await ensureOwnInbox(store, inbox);
    if (inbox && inbox !== existing?.inbox && !(await store.inbox(inbox))) {
      const reason = say("inbox-of-route-missing", { inbox });
      return { ok: false, field: "inbox", reason };
    }
    if (definition.mode === "through" && inbox && (await store.inbox(inbox))?.answer)
      return { ok: false, field: "mode", reason: answeredByRegister };
    return checkRoute(
      definition,
      (name) => destinations.find((destination) => destination.name === name)?.kind,
    );
  }

  /** Returns a route in the form of the API, without the internal id. */
  function toApiRoute({ id: _, expiresMs, oncePerMs, ...route }: RouteRecord) {
    return {
      ...route,
      ...toSpans({ expiresMs, oncePerMs }),
      origin: configFile.keeps(route) ? ("file" as const) : ("dashboard" as const),
    };
  }
}

const noDestination = exactMessage("destination-just-removed");

function findRoute({ routes }: Routing, name: string): RouteRecord | undefined {
  return routes.find((route) => route.name === name);
}

function toDefinition(route: RouteRecord): RouteDefinition {
  const { inbox, destination, filter, shape, mode, on } = route;
  const definition = { destination, filter, shape, mode, on, ...toSpans(route) };
  return inbox === undefined ? definition : { ...definition, inbox };
}
