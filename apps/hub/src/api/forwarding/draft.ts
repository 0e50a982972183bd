import { randomInt, randomUUID } from "node:crypto";
import { Type } from "typebox";
import { checkDestination } from "../../definitions/destination.ts";
import { findOwnersPart } from "../../definitions/owners-part.ts";
import { checkShapeFor } from "../../definitions/route.ts";
import {
  type DestinationDefinition,
  destinationProperties,
  type RouteDefinition,
} from "../../definitions/schemas.ts";
import type { Secrets } from "../../destinations/kind.ts";
import type { SendJob } from "../../destinations/sender.ts";
import type { ErrorCode } from "../../http/errors.ts";
import type {
  DestinationRecord,
  DestinationWithSecrets,
  SealedSecrets,
} from "../../store/routing.ts";
import type { Store } from "../../store/store.ts";
import { findSavedDestination } from "./destinations.ts";

const draftSchema = Type.Object(
  {
    ...destinationProperties,
    name: Type.Optional(
      Type.String({
        description:
          "The saved destination that is being edited. Secrets left out are taken from it.",
      }),
    ),
  },
  { additionalProperties: false },
);

export const nameOrDraftSchema = Type.Unsafe<string | Draft>({
  // Not a union, because the error for an invalid object would also mention a text.
  if: { type: "object" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: draftSchema,
  else: { type: "string" },
  description: "The name of a destination, or the definition of one, saved or not.",
});

export type Draft = DestinationDefinition & { name?: string };

export type Refusal = { ok: false; code: ErrorCode; reason?: string; field?: string };

/** The shape of the message, and whether an owner asks, who may enter secrets. */
export type DraftOptions = { shape?: RouteDefinition["shape"] | undefined; isOwner: boolean };

/**
 * Prepares a test or a preview, except for its scan. `job` has only the secrets of the request.
 * `keptSecrets` has the sealed secrets that it takes from the saved destination, read together with
 * the address that they belong to.
 */
export async function prepareDraftJob(
  store: Store,
  nameOrDraft: string | Draft,
  { shape: definition = { format: "ready-made" }, isOwner }: DraftOptions,
): Promise<{ ok: true; job: Omit<SendJob, "scan">; keptSecrets: SealedSecrets } | Refusal> {
  const name = typeof nameOrDraft === "string" ? nameOrDraft : nameOrDraft.name;
  const saved = name === undefined ? undefined : await findSavedDestination(store, name);
  const ofOwners =
    isOwner || typeof nameOrDraft === "string"
      ? undefined
      : findOwnersPart(nameOrDraft, saved?.destination);
  if (ofOwners) {
    const field = `destination.${ofOwners.field}`;
    return { ok: false, code: "secrets-for-owners", reason: ofOwners.reason, field };
  }
  const target =
    typeof nameOrDraft === "string" ? toSavedTarget(saved) : toDraftTarget(nameOrDraft, saved);
  if (!target.ok) return target;
  const { destination, secrets, keptSecrets } = target;
  const shape = checkShapeFor(destination.kind, definition);
  if (!shape.ok) return { ...shape, code: "not-a-route" };
  const job = {
    // The sender keeps connections by the id of the destination. A test gets a random id, because
    // it must not share the connections of deliveries.
    destination: { ...destination, id: -randomInt(1, 2 ** 47) },
    secrets,
    shape: shape.shape,
    messageId: `msg_${randomUUID()}`,
  };
  return { ok: true, job, keptSecrets };
}

/** The destination of a test or a preview, with its secrets. */
type TestTarget =
  | { ok: true; destination: DestinationRecord; secrets: Secrets; keptSecrets: SealedSecrets }
  | Refusal;

function toSavedTarget(saved: DestinationWithSecrets | undefined): TestTarget {
  return saved
    ? { ok: true, destination: saved.destination, secrets: {}, keptSecrets: saved.sealed }
    : { ok: false, code: "no-such-destination", field: "destination" };
}

function toDraftTarget(
  { name, ...definition }: Draft,
  saved: DestinationWithSecrets | undefined,
): TestTarget {
  const savedOfSameKind = saved?.destination.kind === definition.kind ? saved : undefined;
  const checked = checkDestination(definition, savedOfSameKind?.destination);
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
    revision: 1,
    changedAt: new Date().toISOString(),
  };
  const keptEntries = Object.entries(savedOfSameKind?.sealed ?? {}).filter(([secret]) =>
    keptSecrets.includes(secret),
  );
  return { ok: true, destination, secrets, keptSecrets: Object.fromEntries(keptEntries) };
}
