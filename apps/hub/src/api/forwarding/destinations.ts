import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { ConfigFile } from "../../config-file/open.ts";
import { checkDestination } from "../../definitions/destination.ts";
import { checkDestinationEdit } from "../../definitions/destination-edit.ts";
import { findOwnersPart } from "../../definitions/owners-part.ts";
import { destinationProperties } from "../../definitions/schemas.ts";
import { kinds } from "../../destinations/kinds.ts";
import type { Forwarder } from "../../forwarding/forwarder.ts";
import type { App } from "../../http/app.ts";
import { refuse } from "../../http/errors.ts";
import { isOwner, ownerSecurity } from "../../login/access.ts";
import type { Sealing } from "../../secrets/sealing.ts";
import type { DestinationChange, DestinationWithSecrets } from "../../store/routing.ts";
import type { Store } from "../../store/store.ts";
import {
  changeRefusals,
  expectedRevision,
  inboxNameSchema,
  noContentSchema,
  ownerRefusals,
  refusals,
  refuseStale,
} from "../schemas.ts";
import { destinationSchema, destinationStateSchema, kindSchema } from "./schemas.ts";

const nameParams = Type.Object({ name: Type.String() });

type DestinationParts = {
  store: Store;
  sealing: Pick<Sealing, "seal">;
  configFile: Pick<ConfigFile, "keeps">;
  forwarder: Pick<Forwarder, "circuit">;
};

/** Serves `/api/destination-kinds` and `/api/destinations`. */
export function serveDestinations(app: App, parts: DestinationParts): void {
  const { store, sealing, configFile } = parts;

  app.get(
    "/api/destination-kinds",
    {
      schema: {
        summary: "List the kinds of destinations",
        description: "With the fields of each kind, from which a program can make a form.",
        tags: ["forwarding"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ kinds: Type.Array(kindSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ kinds: describeKinds() }),
  );

  app.get(
    "/api/destinations",
    {
      schema: {
        summary: "List destinations",
        description:
          "By name, with the number of deliveries in each state. Secrets are never shown.",
        tags: ["forwarding"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ destinations: Type.Array(destinationSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ destinations: await listForApi(parts) }),
  );

  app.get(
    "/api/destinations/:name",
    {
      schema: {
        summary: "One destination",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: nameParams,
        response: {
          200: destinationSchema,
          ...refusals(...ownerRefusals, "no-such-destination"),
        },
      },
    },
    async (request, reply) => {
      const [destination] = await listForApi(parts, request.params.name);
      return destination ?? refuse(reply, "no-such-destination");
    },
  );

  app.post(
    "/api/destinations",
    {
      schema: {
        summary: "Make a destination",
        description:
          "The fields of each kind are in /api/destination-kinds. Only owners enter secrets.",
        tags: ["forwarding"],
        security: ownerSecurity,
        body: Type.Object(
          { name: inboxNameSchema, ...destinationProperties },
          { additionalProperties: false },
        ),
        response: {
          201: destinationSchema,
          ...refusals(
            ...changeRefusals,
            "secrets-for-owners",
            "not-a-destination",
            "destination-exists",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, ...definition } = request.body;
      const ofOwners = isOwner(request) ? undefined : findOwnersPart(definition);
      if (ofOwners) return refuse(reply, "secrets-for-owners", ofOwners.reason, ofOwners.field);
      const checked = checkDestination(definition);
      if (!checked.ok) return refuse(reply, "not-a-destination", checked.reason, checked.field);
      const { keptSecrets: _, ...destination } = checked.destination;
      const seal = await sealing.seal(name, destination.secrets);
      if (!seal.ok) return refuse(reply, "secrets-locked", seal.reason);
      const record = { ...destination, name, secrets: seal.sealed, origin: "dashboard" } as const;
      if (!(await store.addDestination(record))) return refuse(reply, "destination-exists");
      const [added] = await listForApi(parts, name);
      return added ? reply.code(201).send(added) : refuse(reply, "no-such-destination");
    },
  );

  app.patch(
    "/api/destinations/:name",
    {
      schema: {
        summary: "Change a destination",
        description:
          "`settings` replaces all settings. A secret that is not named stays, and null removes one. If an address changes to another server, the secrets must be sent again. Only owners send and remove secrets, and change the address of a destination that has some. If the destination is defined in the settings file, only its state can be changed.",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: nameParams,
        body: Type.Object(
          {
            ...destinationProperties,
            kind: Type.Optional(Type.String({ description: "The kind cannot be changed." })),
            state: Type.Optional(destinationStateSchema),
            ...expectedRevision,
          },
          { additionalProperties: false },
        ),
        response: {
          200: destinationSchema,
          ...refusals(
            ...changeRefusals,
            "secrets-for-owners",
            "no-such-destination",
            "not-a-destination",
            "destination-overtaken",
            "changed-meanwhile",
            "kept-in-file",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { state, revision, ...edit } = request.body;
      const saved = await findSavedDestination(store, name);
      if (!saved) return refuse(reply, "no-such-destination");
      const record = saved.destination;
      const isEdited = Object.keys(edit).length > 0;
      if (isEdited && configFile.keeps(record)) return refuse(reply, "kept-in-file");
      if (revision !== undefined && revision !== record.revision)
        return refuseStaleDestination(reply, name);
      const ofOwners = isOwner(request) ? undefined : findOwnersPart(edit, record);
      if (ofOwners) return refuse(reply, "secrets-for-owners", ofOwners.reason, ofOwners.field);
      const edited = checkDestinationEdit(record, edit);
      if (!edited.ok) return refuse(reply, "not-a-destination", edited.reason, edited.field);
      const seal = await sealing.seal(name, edited.secrets);
      if (!seal.ok) return refuse(reply, "secrets-locked", seal.reason);
      const change: DestinationChange = {
        ...edited.change,
        ...(state && { state }),
        ...(revision !== undefined && { revision }),
      };
      if (isEdited) change.origin = "dashboard";
      const secrets = { ...edited.removedSecrets, ...seal.sealed };
      if (Object.keys(secrets).length > 0) change.secrets = secrets;
      // An address and the secrets that are sent to it belong together, so this change must not mix
      // with a concurrent one.
      const expected = change.settings ? saved : undefined;
      const outcome = await store.changeDestination(name, change, expected);
      if (outcome === "changed-meanwhile") return refuseStaleDestination(reply, name);
      if (outcome === "overtaken") return refuse(reply, "destination-overtaken");
      if (outcome !== "changed") return refuse(reply, outcome);
      const [changed] = await listForApi(parts, name);
      return changed ?? refuse(reply, "no-such-destination");
    },
  );

  app.delete(
    "/api/destinations/:name",
    {
      schema: {
        summary: "Remove a destination",
        description: "Also removes its routes, and drops its pending deliveries.",
        tags: ["forwarding"],
        security: ownerSecurity,
        params: nameParams,
        response: {
          204: noContentSchema,
          ...refusals(...changeRefusals, "no-such-destination", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const saved = await findSavedDestination(store, name);
      if (saved && configFile.keeps(saved.destination)) return refuse(reply, "kept-in-file");
      const removed = saved && (await store.removeDestination(name));
      return removed ? reply.code(204).send(null) : refuse(reply, "no-such-destination");
    },
  );

  async function refuseStaleDestination(reply: FastifyReply, name: string) {
    const [current] = await listForApi(parts, name);
    return current ? refuseStale(reply, current) : refuse(reply, "no-such-destination");
  }
}

/**
 * Finds a destination with its sealed secrets. They are read together, because secrets belong to
 * the address for which they were set. Returns undefined if there is no such destination.
 */
export async function findSavedDestination(
  store: Pick<Store, "routing" | "destinationWithSecrets">,
  name: string,
): Promise<DestinationWithSecrets | undefined> {
  const { destinations } = await store.routing();
  const destination = destinations.find((destination) => destination.name === name);
  return destination && store.destinationWithSecrets(destination.id);
}

function describeKinds() {
  return kinds.map(
    ({ name, title, summary, group, fields, shapes, template, via, createAlert }) => ({
      name,
      title,
      summary,
      group,
      fields: fields.map(({ choices, protocols, when, ...field }) => ({
        ...field,
        choices: choices && [...choices],
        protocols: protocols && [...protocols],
        when: when && { ...when, is: [...when.is] },
      })),
      shapes: [...new Set(["ready-made" as const, ...shapes])],
      template,
      through: via === "http",
      alerts: createAlert !== undefined,
    }),
  );
}

/**
 * Returns all destinations, or the one with this name, in the form of the API: with counts and
 * circuit, without the internal id.
 */
async function listForApi({ store, forwarder, configFile }: DestinationParts, name?: string) {
  const [{ destinations }, counts] = await Promise.all([store.routing(), store.deliveryCounts()]);
  const countsByName = new Map(counts.map(({ destination, ...rest }) => [destination, rest]));
  return destinations
    .filter((destination) => name === undefined || destination.name === name)
    .map(({ id, ...record }) => {
      const { state, until, lastError } = forwarder.circuit(id);
      return {
        ...record,
        origin: configFile.keeps(record) ? ("file" as const) : ("dashboard" as const),
        counts: countsByName.get(record.name) ?? noDeliveries,
        circuit: state,
        leftAloneUntil: until?.toISOString(),
        lastError,
      };
    });
}

const noDeliveries = {
  accepted: 0,
  delivered: 0,
  dead: 0,
  pending: 0,
  dropped: 0,
  expired: 0,
  repeated: 0,
  deliveredTotal: 0,
};
