import { findChangedAddress } from "../destinations/changed-address.ts";
import { findActiveFields, parseFields } from "../destinations/fields.ts";
import type { Secrets, Settings } from "../destinations/kind.ts";
import { findKind, kinds } from "../destinations/kinds.ts";
import { type DestinationDefinition, defaultConcurrency } from "./schemas.ts";

/** A destination whose definition is valid. `secrets` are those that were entered, in plain text. */
export type CheckedDestination = {
  title?: string;
  kind: string;
  settings: Settings;
  secrets: Secrets;
  /** The names of stored secrets that still count. */
  keptSecrets: string[];
  concurrency: number;
  ordered: boolean;
  allowPrivate: boolean;
};

/** The reason why a definition is refused. `field` is dotted, as in `settings.url`. */
export type InvalidDefinition = { ok: false; field: string; reason: string };

/**
 * Checks the definition of a destination, whose types are valid already. `saved` is the stored destination: its secrets
 * stay unless the definition replaces them or sets them to null, and they do not move to another server.
 */
export function checkDestination(
  definition: DestinationDefinition,
  saved: { settings: Record<string, unknown>; secrets: readonly string[] } = nothingSaved,
): { ok: true; destination: CheckedDestination } | InvalidDefinition {
  const { title, settings = {}, secrets = {} } = definition;
  const kind = findKind(definition.kind);
  if (!kind) {
    const names = kinds.map(({ name }) => name).join(", ");
    const reason = `There is no kind “${definition.kind}”. Choose one of ${names}.`;
    return { ok: false, field: "kind", reason };
  }
  const isSecret = (name: string) =>
    kind.fields.some((field) => field.name === name && field.secret);
  const exposedSecret = Object.keys(settings).find(isSecret);
  if (exposedSecret !== undefined) {
    const reason = `“${exposedSecret}” is a secret. Move it from settings to secrets.`;
    return { ok: false, field: `settings.${exposedSecret}`, reason };
  }
  const unknownSecret = Object.keys(secrets).find((name) => !isSecret(name));
  if (unknownSecret !== undefined) {
    const reason = `“${unknownSecret}” is not a secret of ${kind.title}. If it is one of its fields, move it to settings.`;
    return { ok: false, field: `secrets.${unknownSecret}`, reason };
  }
  const parsed = parseFields(kind, { ...settings, ...secrets }, saved.secrets);
  if (!parsed.ok) {
    const field = `${isSecret(parsed.field) ? "secrets" : "settings"}.${parsed.field}`;
    return { ok: false, field, reason: parsed.reason };
  }
  const activeFields = findActiveFields(kind, parsed.settings);
  const inactive = kind.fields.find(
    (field) =>
      field.when && secrets[field.name] && !activeFields.some(({ name }) => name === field.name),
  );
  if (inactive?.when) {
    const condition = `${inactive.when.field}: ${inactive.when.is.join(" or ")}`;
    const reason = `“${inactive.name}” only counts with ${condition}. Set that, or remove the secret.`;
    return { ok: false, field: `secrets.${inactive.name}`, reason };
  }
  const keptSecrets = activeFields.filter(
    ({ name, secret }) => secret && saved.secrets.includes(name) && !Object.hasOwn(secrets, name),
  );
  const changedAddress = findChangedAddress(kind.fields, saved.settings, {
    ...parsed.settings,
    ...parsed.secrets,
  });
  if (changedAddress && keptSecrets[0]) {
    const { name, label, required } = keptSecrets[0];
    const orRemove = required ? "" : " or remove it";
    const reason = `“${changedAddress.label}” now leads elsewhere. Enter “${label}” again${orRemove}, because the hub never sends a secret to an address it was not entered for.`;
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

const nothingSaved = { settings: {}, secrets: [] };
