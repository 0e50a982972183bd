import { Type } from "typebox";
import { checkRoute } from "../definitions/route.ts";
import { type RouteDefinition, routeProperties } from "../definitions/schemas.ts";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type { RouteRecord, Routing } from "../store/forwarding.ts";
import { routeSchema } from "./forwarding-schemas.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { changeRefusals, goneSchema, inboxNameSchema, ownerRefusals, refusals } from "./schemas.ts";

const byName = Type.Object({ name: Type.String() });

/** `/api/routes`: what takes the scans of an inbox to a destination. */
export function serveScanRoutes(app: App, { store, configFile }: PassingOn): void {
  app.get(
    "/api/routes",
    {
      schema: {
        summary: "List routes",
        description: "By name.",
        tags: ["passing on"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ routes: Type.Array(routeSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ routes: (await store.routing()).routes.map(describe) }),
  );

  app.get(
    "/api/routes/:name",
    {
      schema: {
        summary: "One route",
        tags: ["passing on"],
        security: ownerSecurity,
        params: byName,
        response: { 200: routeSchema, ...refusals(...ownerRefusals, "no-such-route") },
      },
    },
    async (request, reply) => {
      const route = find(await store.routing(), request.params.name);
      return route ? describe(route) : refuse(reply, "no-such-route");
    },
  );

  app.post(
    "/api/routes",
    {
      schema: {
        summary: "Make a route",
        description:
          "From now on each scan that passes its filter is delivered to its destination.",
        tags: ["passing on"],
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
      const checked = await check(definition, routing);
      if (!checked.ok) return refuse(reply, "not-a-route", checked.reason, checked.field);
      const added = await store.addRoute({ ...checked.route, name, origin: "dashboard" });
      if (added === "taken") return refuse(reply, "route-exists");
      const made = find(await store.routing(), name);
      return made
        ? reply.code(201).send(describe(made))
        : refuse(reply, "not-a-route", noDestination, "destination");
    },
  );

  app.patch(
    "/api/routes/:name",
    {
      schema: {
        summary: "Change a route",
        tags: ["passing on"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object(
          { ...routeProperties, destination: Type.Optional(routeProperties.destination) },
          { additionalProperties: false },
        ),
        response: {
          200: routeSchema,
          ...refusals(...changeRefusals, "no-such-route", "not-a-route", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const routing = await store.routing();
      const record = find(routing, name);
      if (!record) return refuse(reply, "no-such-route");
      if (configFile.keeps(record)) return refuse(reply, "kept-in-file");
      const { title, inbox, ...given } = request.body;
      const checked = await check({ ...toDefinition(record), ...request.body }, routing, record);
      if (!checked.ok) return refuse(reply, "not-a-route", checked.reason, checked.field);
      const { filter, shape } = checked.route;
      const changed = await store.changeRoute(name, {
        ...given,
        filter,
        shape,
        origin: "dashboard",
        ...(title !== undefined && { title }),
        ...(inbox !== undefined && { inbox: inbox || null }),
      });
      if (changed === "no-such-destination") {
        return refuse(reply, "not-a-route", noDestination, "destination");
      }
      const now = find(await store.routing(), name);
      return now ? describe(now) : refuse(reply, "no-such-route");
    },
  );

  app.delete(
    "/api/routes/:name",
    {
      schema: {
        summary: "Remove a route",
        description: "What it has made is still delivered.",
        tags: ["passing on"],
        security: ownerSecurity,
        params: byName,
        response: {
          204: goneSchema,
          ...refusals(...changeRefusals, "no-such-route", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const record = find(await store.routing(), name);
      if (record && configFile.keeps(record)) return refuse(reply, "kept-in-file");
      const done = record && (await store.removeRoute(name));
      return done ? reply.code(204).send(null) : refuse(reply, "no-such-route");
    },
  );

  /** An inbox that a route had before may be gone meanwhile; a new one has to be there. */
  async function check(
    definition: RouteDefinition,
    { destinations }: Routing,
    before?: RouteRecord,
  ): Promise<ReturnType<typeof checkRoute>> {
    const { inbox } = definition;
    if (inbox && inbox !== before?.inbox && !(await store.inbox(inbox))) {
      const reason = `There is no inbox “${inbox}”; make it first, or correct the name.`;
      return { ok: false, field: "inbox", reason };
    }
    return checkRoute(
      definition,
      (name) => destinations.find((destination) => destination.name === name)?.kind,
    );
  }

  /** As the API answers them: without the number that only the store knows. */
  function describe({ id: _, ...route }: RouteRecord) {
    return {
      ...route,
      origin: configFile.keeps(route) ? ("file" as const) : ("dashboard" as const),
    };
  }
}

const noDestination = "There is no such destination any more; it was removed a moment ago.";

function find({ routes }: Routing, name: string): RouteRecord | undefined {
  return routes.find((route) => route.name === name);
}

function toDefinition({
  inbox,
  destination,
  filter,
  shape,
  mode,
  on,
}: RouteRecord): RouteDefinition {
  return { destination, filter, shape, mode, on, ...(inbox !== undefined && { inbox }) };
}
