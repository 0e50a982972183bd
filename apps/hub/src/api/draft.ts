import { randomInt, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { checkDestination } from "../definitions/destination.ts";
import { checkShapeFor } from "../definitions/route.ts";
import {
  type DestinationDefinition,
  destinationProperties,
  type RouteDefinition,
} from "../definitions/schemas.ts";
import type { Secrets } from "../destinations/kind.ts";
import type { SendJob } from "../destinations/sender.ts";
import type { ErrorCode } from "../errors.ts";
import type {
  DestinationRecord,
  DestinationWithSecrets,
  SealedSecrets,
} from "../store/forwarding.ts";
import { findSaved } from "./destinations.ts";
import type { PassingOn } from "./passing-on-parts.ts";

const draftSchema = Type.Object(
  {
    ...destinationProperties,
    name: Type.Optional(
      Type.String({
        description: "Of the destination that is edited: secrets left out are its own.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const nameOrDraftSchema = Type.Unsafe<string | Draft>({
  // Not a union: before an object, a text would be tried, and told about in the refusal.
  if: { type: "object" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: draftSchema,
  else: { type: "string" },
  description: "Name of a destination, or one that need not be saved.",
});

export type Draft = DestinationDefinition & { name?: string };

export type Refusal = { ok: false; code: ErrorCode; reason?: string; field?: string };

/**
 * What a test or a preview sends, without its scan. Of its secrets only those that were given just now; `kept` are those
 * of the saved destination that go with them, read together with the address that they were given for.
 */
export async function toDraftJob(
  parts: Pick<PassingOn, "store">,
  given: string | Draft,
  wanted: RouteDefinition["shape"] = { format: "ready-made" },
): Promise<{ ok: true; job: Omit<SendJob, "scan">; kept: SealedSecrets } | Refusal> {
  const name = typeof given === "string" ? given : given.name;
  const saved = name === undefined ? undefined : await findSaved(parts, name);
  const drafted = typeof given === "string" ? toSaved(saved) : toDraft(given, saved);
  if (!drafted.ok) return drafted;
  const { destination, secrets, kept } = drafted;
  const shape = checkShapeFor(destination.kind, wanted);
  if (!shape.ok) return { ...shape, code: "not-a-route" };
  const job = {
    // Connections are kept by the number of a destination: a test shares none with the deliveries.
    destination: { ...destination, id: -randomInt(1, 2 ** 47) },
    secrets,
    shape: shape.shape,
    messageId: `msg_${randomUUID()}`,
  };
  return { ok: true, job, kept };
}

type Drafted =
  | { ok: true; destination: DestinationRecord; secrets: Secrets; kept: SealedSecrets }
  | Refusal;

function toSaved(saved: DestinationWithSecrets | undefined): Drafted {
  return saved
    ? { ok: true, destination: saved.destination, secrets: {}, kept: saved.sealed }
    : { ok: false, code: "no-such-destination", field: "destination" };
}

function toDraft(
  { name, ...definition }: Draft,
  saved: DestinationWithSecrets | undefined,
): Drafted {
  const before = saved?.destination.kind === definition.kind ? saved : undefined;
  const checked = checkDestination(definition, before?.destination);
  if (!checked.ok) {
    return { ...checked, code: "not-a-destination", field: `destination.${checked.field}` };
  }
  const { keptSecrets, secrets, ...record } = checked.destination;
  const destination: DestinationRecord = {
    ...record,
    id: 0,
    name: name ?? "draft",
    secrets: [...new Set([...keptSecrets, ...Object.keys(secrets)])],
    state: "on",
    origin: "dashboard",
    createdAt: new Date().toISOString(),
  };
  const kept = Object.entries(before?.sealed ?? {}).filter(([one]) => keptSecrets.includes(one));
  return { ok: true, destination, secrets, kept: Object.fromEntries(kept) };
}
