import { Type } from "typebox";
import { checkDestination, type Misfit } from "../definitions/destination.ts";
import { destinationProperties } from "../definitions/schemas.ts";
import { kinds } from "../destinations/kinds.ts";
import { refuse } from "../errors.ts";
import type { App } from "../http/app.ts";
import { ownerSecurity } from "../login/access.ts";
import type {
  DestinationChange,
  DestinationRecord,
  DestinationWithSecrets,
} from "../store/forwarding.ts";
import { destinationSchema, destinationStateSchema, kindSchema } from "./forwarding-schemas.ts";
import type { PassingOn } from "./passing-on-parts.ts";
import { changeRefusals, goneSchema, inboxNameSchema, ownerRefusals, refusals } from "./schemas.ts";

const byName = Type.Object({ name: Type.String() });

/** `/api/destination-kinds` and `/api/destinations`: where scans can go on to, and where they do. */
export function serveDestinations(app: App, parts: PassingOn): void {
  const { store, sealing, configFile } = parts;

  app.get(
    "/api/destination-kinds",
    {
      schema: {
        summary: "List the kinds of destinations",
        description: "With the fields each asks for; forms can be made from them.",
        tags: ["passing on"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ kinds: Type.Array(kindSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ kinds: describedKinds() }),
  );

  app.get(
    "/api/destinations",
    {
      schema: {
        summary: "List destinations",
        description: "By name, with what is on its way to each. Secrets are never shown.",
        tags: ["passing on"],
        security: ownerSecurity,
        response: {
          200: Type.Object({ destinations: Type.Array(destinationSchema) }),
          ...refusals(...ownerRefusals),
        },
      },
    },
    async () => ({ destinations: await describe(parts) }),
  );

  app.get(
    "/api/destinations/:name",
    {
      schema: {
        summary: "One destination",
        tags: ["passing on"],
        security: ownerSecurity,
        params: byName,
        response: {
          200: destinationSchema,
          ...refusals(...ownerRefusals, "no-such-destination"),
        },
      },
    },
    async (request, reply) => {
      const [destination] = await describe(parts, request.params.name);
      return destination ?? refuse(reply, "no-such-destination");
    },
  );

  app.post(
    "/api/destinations",
    {
      schema: {
        summary: "Make a destination",
        description: "What its kind asks for is in /api/destination-kinds.",
        tags: ["passing on"],
        security: ownerSecurity,
        body: Type.Object(
          { name: inboxNameSchema, ...destinationProperties },
          { additionalProperties: false },
        ),
        response: {
          201: destinationSchema,
          ...refusals(
            ...changeRefusals,
            "not-a-destination",
            "destination-exists",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name, ...definition } = request.body;
      const checked = checkDestination(definition);
      if (!checked.ok) return refuse(reply, "not-a-destination", checked.reason, checked.field);
      const { keptSecrets: _, ...destination } = checked.destination;
      const seal = await sealing.seal(name, destination.secrets);
      if (!seal.ok) return refuse(reply, "secrets-locked", seal.reason);
      const record = { ...destination, name, secrets: seal.sealed, origin: "dashboard" } as const;
      if (!(await store.addDestination(record))) return refuse(reply, "destination-exists");
      const [made] = await describe(parts, name);
      return made ? reply.code(201).send(made) : refuse(reply, "no-such-destination");
    },
  );

  app.patch(
    "/api/destinations/:name",
    {
      schema: {
        summary: "Change a destination",
        description:
          "`settings` replaces all of them; secrets that are not named stay, null takes one away; they have to be given again when an address leads to another server. Of one that is kept in the settings file only the state can be changed.",
        tags: ["passing on"],
        security: ownerSecurity,
        params: byName,
        body: Type.Object(
          {
            ...destinationProperties,
            kind: Type.Optional(Type.String({ description: "It stays what it is." })),
            state: Type.Optional(destinationStateSchema),
          },
          { additionalProperties: false },
        ),
        response: {
          200: destinationSchema,
          ...refusals(
            ...changeRefusals,
            "no-such-destination",
            "not-a-destination",
            "destination-overtaken",
            "kept-in-file",
            "secrets-locked",
          ),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const { state, ...given } = request.body;
      const saved = await findSaved(parts, name);
      if (!saved) return refuse(reply, "no-such-destination");
      const record = saved.destination;
      const isMore = Object.keys(given).length > 0;
      if (isMore && configFile.keeps(record)) return refuse(reply, "kept-in-file");
      const wanted = toChange(record, given);
      if (!wanted.ok) return refuse(reply, "not-a-destination", wanted.reason, wanted.field);
      const seal = await sealing.seal(name, wanted.secrets);
      if (!seal.ok) return refuse(reply, "secrets-locked", seal.reason);
      const change: DestinationChange = { ...wanted.change, ...(state && { state }) };
      if (isMore) change.origin = "dashboard";
      const secrets = { ...wanted.gone, ...seal.sealed };
      if (Object.keys(secrets).length > 0) change.secrets = secrets;
      // The rest changes field by field; where it is and what it is shown there belong together.
      const seen = change.settings ? saved : undefined;
      const did = await store.changeDestination(name, change, seen);
      if (did === "overtaken") return refuse(reply, "destination-overtaken");
      if (did !== "changed") return refuse(reply, did);
      const [changed] = await describe(parts, name);
      return changed ?? refuse(reply, "no-such-destination");
    },
  );

  app.delete(
    "/api/destinations/:name",
    {
      schema: {
        summary: "Remove a destination",
        description: "Its routes go with it, and what is still on its way there is dropped.",
        tags: ["passing on"],
        security: ownerSecurity,
        params: byName,
        response: {
          204: goneSchema,
          ...refusals(...changeRefusals, "no-such-destination", "kept-in-file"),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const saved = await findSaved(parts, name);
      if (saved && configFile.keeps(saved.destination)) return refuse(reply, "kept-in-file");
      const done = saved && (await store.removeDestination(name));
      return done ? reply.code(204).send(null) : refuse(reply, "no-such-destination");
    },
  );
}

/** As it is now: what is kept of its secrets is judged by the address they were given for. */
export async function findSaved(
  { store }: Pick<PassingOn, "store">,
  name: string,
): Promise<DestinationWithSecrets | undefined> {
  const { destinations } = await store.routing();
  const found = destinations.find((one) => one.name === name);
  return found && store.destinationWithSecrets(found.id);
}

function describedKinds() {
  return kinds.map(({ name, title, summary, group, fields, shapes, template, via }) => ({
    name,
    title,
    summary,
    group,
    fields: fields.map(({ choices, protocols, when, ...field }) => ({
      ...field,
      ...(choices && { choices: [...choices] }),
      ...(protocols && { protocols: [...protocols] }),
      ...(when && { when: { ...when, is: [...when.is] } }),
    })),
    shapes: [...new Set(["ready-made" as const, ...shapes])],
    ...(template !== undefined && { template }),
    through: via === "http",
  }));
}

/** As the API answers them: with counts, without the number that only the store knows. */
async function describe({ store, circuit, configFile }: PassingOn, name?: string) {
  const [{ destinations }, counts] = await Promise.all([store.routing(), store.deliveryCounts()]);
  const countsOf = new Map(counts.map(({ destination, ...rest }) => [destination, rest]));
  return destinations
    .filter((one) => name === undefined || one.name === name)
    .map(({ id, ...record }) => ({
      ...record,
      origin: configFile.keeps(record) ? ("file" as const) : ("dashboard" as const),
      counts: countsOf.get(record.name) ?? nothing,
      ...circuit(id),
    }));
}

const nothing = { accepted: 0, delivered: 0, dead: 0, pending: 0, dropped: 0 };

type Given = {
  title?: string;
  kind?: string;
  settings?: Record<string, unknown>;
  secrets?: Record<string, string | null>;
  concurrency?: number;
  ordered?: boolean;
  allowPrivate?: boolean;
};

/** `gone` are secrets that were taken away, or that the new settings have no use for. */
function toChange(
  record: DestinationRecord,
  given: Given,
):
  | {
      ok: true;
      change: DestinationChange;
      secrets: Record<string, string>;
      gone: Record<string, null>;
    }
  | Misfit {
  const { kind = record.kind, settings, secrets, ...plain } = given;
  if (kind !== record.kind) {
    const reason = "A destination stays of the kind it was made as; make a new one.";
    return { ok: false, field: "kind", reason };
  }
  if (!settings && !secrets) return { ok: true, change: plain, secrets: {}, gone: {} };
  const definition = { kind, settings: settings ?? record.settings, secrets: secrets ?? {} };
  const checked = checkDestination(definition, record);
  if (!checked.ok) return checked;
  const { destination } = checked;
  const stays = (name: string) =>
    destination.keptSecrets.includes(name) || Object.hasOwn(destination.secrets, name);
  const gone = record.secrets.filter((name) => !stays(name));
  return {
    ok: true,
    change: { ...plain, settings: destination.settings },
    secrets: destination.secrets,
    gone: Object.fromEntries(gone.map((name) => [name, null])),
  };
}
