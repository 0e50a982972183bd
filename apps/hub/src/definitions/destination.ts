import { findChangedAddress } from "../destinations/changed-address.ts";
import { findActiveFields, parseFields } from "../destinations/fields.ts";
import type { FieldProblem, Kind, Secrets, Settings } from "../destinations/kind.ts";
import { findKind, kinds } from "../destinations/kinds.ts";
import { findNearest } from "../nearest.ts";
import { say } from "../texts/exact-message.ts";
import { type DestinationDefinition, defaultConcurrency } from "./schemas.ts";

/**
 * A destination whose definition is valid. `secrets` has only the secrets that were entered, in
 * plain text.
 */
export type CheckedDestination = {
  title?: string;
  kind: string;
  settings: Settings;
  secrets: Secrets;
  /** The names of the stored secrets to keep. */
  keptSecrets: string[];
  concurrency: number;
  ordered: boolean;
  allowPrivate: boolean;
};

/**
 * The first mistake in a definition, and all further mistakes in `more`. `field` is a dotted path,
 * as in `settings.url`.
 */
export type InvalidDefinition = { ok: false; more?: readonly FieldProblem[] } & FieldProblem;

/** Returns the refusal for these mistakes; undefined if there are none. */
export function refuseFor([first, ...more]: readonly FieldProblem[]):
  | InvalidDefinition
  | undefined {
  return first && { ok: false, ...first, ...(more.length > 0 && { more }) };
}

/**
 * Checks the definition of a destination, whose types are valid already. `saved` is the stored
 * destination: its secrets stay unless the definition replaces them or sets them to null. A
 * definition that would send stored secrets to another server than that of the saved settings is
 * refused.
 */
export function checkDestination(
  definition: DestinationDefinition,
  saved: { settings?: Record<string, unknown>; secrets: readonly string[] } = nothingSaved,
): { ok: true; destination: CheckedDestination } | InvalidDefinition {
  const { title, settings = {}, secrets = {} } = definition;
  const kind = findKind(definition.kind);
  if (!kind) return { ok: false, field: "kind", reason: describeUnknownKind(definition.kind) };
  const parsed = parseFields(kind, { ...settings, ...secrets }, saved.secrets);
  const toPath = (name: string) => {
    const field = kind.fields.find((candidate) => candidate.name === name);
    const isSecret = field ? field.secret : Object.hasOwn(secrets, name);
    return `${isSecret ? "secrets" : "settings"}.${name}`;
  };
  const wrongValues = parsed.ok ? [] : [parsed, ...(parsed.more ?? [])];
  const problems = [
    ...findMisplacedFields(kind, definition),
    ...wrongValues.map(({ field, reason }) => ({ field: toPath(field), reason })),
  ];
  const refusal = refuseFor(problems);
  if (refusal || !parsed.ok) return refusal!;
  const activeFields = findActiveFields(kind, parsed.settings);
  const inactive = kind.fields.find(
    (field) =>
      field.when && secrets[field.name] && !activeFields.some(({ name }) => name === field.name),
  );
  if (inactive?.when) {
    const condition = `${inactive.when.field}: ${inactive.when.is.join(" or ")}`;
    const reason = say("secret-counts-not", { name: inactive.name, condition });
    return { ok: false, field: `secrets.${inactive.name}`, reason };
  }
  const keptSecrets = activeFields.filter(
    ({ name, secret }) => secret && saved.secrets.includes(name) && !Object.hasOwn(secrets, name),
  );
  const changedAddress =
    saved.settings &&
    findChangedAddress(kind.fields, saved.settings, { ...parsed.settings, ...parsed.secrets });
  if (changedAddress && keptSecrets[0]) {
    const { name, label, required } = keptSecrets[0];
    const labels = { address: changedAddress.label, label };
    const reason = say(required ? "secret-again" : "secret-again-or-remove", labels);
    return { ok: false, field: `secrets.${name}`, reason };
  }
  return {
    ok: true,
    destination: {
      ...(title && { title }),
      kind: kind.name,
      settings: parsed.settings,
      secrets: parsed.secrets,
      keptSecrets: keptSecrets.map(({ name }) => name),
      concurrency: definition.concurrency ?? defaultConcurrency,
      ordered: definition.ordered ?? false,
      allowPrivate: definition.allowPrivate ?? false,
    },
  };
}

function describeUnknownKind(kindName: string): string {
  const names = kinds.map(({ name }) => name);
  const nearest = findNearest(kindName, names);
  return nearest === undefined
    ? say("destination-kind-of", { kind: kindName, kinds: names.join(", ") })
    : say("destination-kind-nearest", { kind: kindName, nearest });
}

/** Returns a problem for each secret among the settings and each setting among the secrets. */
function findMisplacedFields(
  { title, fields }: Kind,
  { settings = {}, secrets = {} }: DestinationDefinition,
): FieldProblem[] {
  return fields.flatMap(({ name, secret }) => {
    if (secret && Object.hasOwn(settings, name)) {
      const reason = say("field-is-secret", { name });
      return [{ field: `settings.${name}`, reason }];
    }
    if (!secret && Object.hasOwn(secrets, name)) {
      const reason = say("field-is-no-secret", { name, kind: title });
      return [{ field: `secrets.${name}`, reason }];
    }
    return [];
  });
}

const nothingSaved = { settings: {}, secrets: [] };
