import type { DestinationChange, DestinationRecord } from "../store/routing.ts";
import { say } from "../texts/exact-message.ts";
import { checkDestination, type InvalidDefinition } from "./destination.ts";

/** A change of a destination. Null removes a secret. */
export type DestinationEdit = {
  title?: string;
  kind?: string;
  settings?: Record<string, unknown>;
  secrets?: Record<string, string | null>;
  concurrency?: number;
  ordered?: boolean;
  allowPrivate?: boolean;
};

/**
 * Checks an edit. `removedSecrets` has the secrets that the edit removes or that the new settings
 * do not use.
 */
export function checkDestinationEdit(
  record: DestinationRecord,
  edit: DestinationEdit,
):
  | {
      ok: true;
      change: DestinationChange;
      secrets: Record<string, string>;
      removedSecrets: Record<string, null>;
    }
  | InvalidDefinition {
  const { kind = record.kind, settings, secrets, ...otherFields } = edit;
  if (kind !== record.kind) {
    const reason = say("destination-kind-stays");
    return { ok: false, field: "kind", reason };
  }
  if (!settings && !secrets)
    return { ok: true, change: otherFields, secrets: {}, removedSecrets: {} };
  const definition = { kind, settings: settings ?? record.settings, secrets: secrets ?? {} };
  const checked = checkDestination(definition, record);
  if (!checked.ok) return checked;
  const { destination } = checked;
  const isStillSet = (name: string) =>
    destination.keptSecrets.includes(name) || Object.hasOwn(destination.secrets, name);
  const removedNames = record.secrets.filter((name) => !isStillSet(name));
  return {
    ok: true,
    change: { ...otherFields, settings: destination.settings },
    secrets: destination.secrets,
    removedSecrets: Object.fromEntries(removedNames.map((name) => [name, null])),
  };
}
