import { isOwnRole, listRoleWords, nameRole } from "../registers/list-roles.ts";
import type { ReadRow } from "../registers/read-row.ts";
import type { KindName } from "../registers/register.ts";
import type { EntryRecord } from "../store/registers.ts";
import { say } from "../texts/exact-message.ts";

/** Returns the entry that has one of these keys. */
export function findEntry(
  byKey: ReadonlyMap<string, EntryRecord>,
  { keys }: { keys: readonly string[] },
): EntryRecord | undefined {
  return keys.map((key) => byKey.get(key)).find((entry) => entry !== undefined);
}

/**
 * Returns why a row cannot have its role, as the end of a sentence; undefined if it can. An entry
 * keeps a role of another kind, whose register has the same list.
 */
export function findRoleProblem(
  { role }: Pick<ReadRow, "role">,
  existing: EntryRecord | undefined,
  kind: KindName,
): string | undefined {
  if (isOwnRole(role, kind) || existing?.role === role) return undefined;
  return say("row-role-of-other-kind", {
    role: nameRole(role),
    kind,
    words: listRoleWords(kind),
  });
}
