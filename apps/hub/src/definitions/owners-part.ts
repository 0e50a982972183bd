import { findChangedAddress } from "../destinations/changed-address.ts";
import { parseFields } from "../destinations/fields.ts";
import type { FieldProblem } from "../destinations/kind.ts";
import { findKind } from "../destinations/kinds.ts";
import { say } from "../texts/exact-message.ts";
import type { DestinationDefinition } from "./schemas.ts";

/**
 * Returns why only an owner of the hub may save or try a destination, and the field that says so:
 * the definition enters or removes secrets, or it leads saved ones to another server. Undefined if
 * others may do it, too. `saved` is the stored destination whose secrets it keeps.
 */
export function findOwnersPart(
  { settings, secrets = {} }: Pick<DestinationDefinition, "settings" | "secrets">,
  saved?: { kind: string; settings: Record<string, unknown>; secrets: readonly string[] },
): FieldProblem | undefined {
  const [secret] = Object.keys(secrets);
  if (secret !== undefined) {
    const reason = say("secrets-for-owners-only");
    return { field: `secrets.${secret}`, reason };
  }
  const kind = saved && findKind(saved.kind);
  if (!kind || !settings || saved.secrets.length === 0) return undefined;
  const parsed = parseFields(kind, settings, saved.secrets);
  const after = parsed.ok ? parsed.settings : settings;
  const changed = findChangedAddress(kind.fields, saved.settings, after);
  if (!changed) return undefined;
  const reason = say("secrets-led-elsewhere", { label: changed.label });
  return { field: `settings.${changed.name}`, reason };
}
