import { askedFields, parseFields } from "../destinations/fields.ts";
import type { Secrets, Settings } from "../destinations/kind.ts";
import { findKind, kinds } from "../destinations/kinds.ts";
import { findMovedPlace } from "../destinations/moved-place.ts";
import { type DestinationDefinition, defaultConcurrency } from "./schemas.ts";

/** A destination whose words were understood; `secrets` are those that were given, in the clear. */
export type CheckedDestination = {
  title?: string;
  kind: string;
  settings: Settings;
  secrets: Secrets;
  /** Of those that were kept: which still mean something. */
  keptSecrets: string[];
  concurrency: number;
  ordered: boolean;
  allowPrivate: boolean;
};

/** `field` is dotted, as in `settings.url`. */
export type Misfit = { ok: false; field: string; reason: string };

/**
 * Understands what somebody wrote about a destination, whose types were checked before. `saved` is what it was: its
 * secrets stay unless they are given anew, or given as null; they do not move to another server.
 */
export function checkDestination(
  definition: DestinationDefinition,
  saved: { settings: Record<string, unknown>; secrets: readonly string[] } = nothingSaved,
): { ok: true; destination: CheckedDestination } | Misfit {
  const { title, settings = {}, secrets = {} } = definition;
  const kind = findKind(definition.kind);
  if (!kind) {
    const known = kinds.map(({ name }) => name).join(", ");
    const reason = `There is no kind “${definition.kind}” of destinations; it is one of ${known}.`;
    return { ok: false, field: "kind", reason };
  }
  const isSecret = (name: string) => kind.fields.some((one) => one.name === name && one.secret);
  const open = Object.keys(settings).find(isSecret);
  if (open !== undefined) {
    const reason = `“${open}” is a secret; give it under secrets instead of settings.`;
    return { ok: false, field: `settings.${open}`, reason };
  }
  const plain = Object.keys(secrets).find((name) => !isSecret(name));
  if (plain !== undefined) {
    const reason = `“${plain}” is no secret of ${kind.title}; give it under settings, if it is one of its fields.`;
    return { ok: false, field: `secrets.${plain}`, reason };
  }
  const read = parseFields(kind, { ...settings, ...secrets }, saved.secrets);
  if (!read.ok) {
    const field = `${isSecret(read.field) ? "secrets" : "settings"}.${read.field}`;
    return { ok: false, field, reason: read.reason };
  }
  const asked = askedFields(kind, read.settings);
  const idle = kind.fields.find(
    (one) => one.when && secrets[one.name] && !asked.some(({ name }) => name === one.name),
  );
  if (idle?.when) {
    const wanted = `${idle.when.field}: ${idle.when.is.join(" or ")}`;
    const reason = `“${idle.name}” counts only with ${wanted}; set that, or leave the secret out.`;
    return { ok: false, field: `secrets.${idle.name}`, reason };
  }
  const kept = asked.filter(
    ({ name, secret }) => secret && saved.secrets.includes(name) && !Object.hasOwn(secrets, name),
  );
  const moved = findMovedPlace(kind.fields, saved.settings, { ...read.settings, ...read.secrets });
  if (moved && kept[0]) {
    const { name, label, required } = kept[0];
    const orNot = required ? "" : " or take it away";
    const reason = `“${moved.label}” leads elsewhere now; enter “${label}” again${orNot}, since the hub sends no secret to a place it was not given for.`;
    return { ok: false, field: `secrets.${name}`, reason };
  }
  return {
    ok: true,
    destination: {
      ...(title && { title }),
      kind: kind.name,
      settings: read.settings,
      secrets: read.secrets,
      keptSecrets: kept.map(({ name }) => name),
      concurrency: definition.concurrency ?? defaultConcurrency,
      ordered: definition.ordered ?? false,
      allowPrivate: definition.allowPrivate ?? false,
    },
  };
}

const nothingSaved = { settings: {}, secrets: [] };
