import type { Entry, EntryContent } from "../registers/register.ts";

/** The values of an entry before an import changed it. An import names an `unnamed` entry. */
export type Had = EntryContent & { unnamed?: true | undefined };

/** The information that undoes the newest import for one entry. */
export type ImportUndo =
  | { kind: "added" }
  /**
   * `movement` is the id of the newest movement before the import, and `keys` are the keys that the
   * import added to the entry.
   */
  | { kind: "changed"; movement: number; had: Had; keys: string[] }
  /** The import blocked the entry because it was not in the list. */
  | { kind: "blocked"; movement: number }
  /** A person has changed the entry since the import, so the import cannot be undone for it. */
  | { kind: "by-hand" };

/**
 * How many entries were removed, and how many got their old values back. `left` counts the entries
 * that stay as they are, because they were changed by hand or have moved since the import.
 */
export type ImportUndone = { removed: number; putBack: number; left: number };

/**
 * Replaces the undo information of an entry that a person changes. Its values before the import are
 * then forgotten.
 */
export const byHand = JSON.stringify({ kind: "by-hand" } satisfies ImportUndo);

/**
 * An entry that the newest import added, changed or blocked. `is_used` says whether it has a
 * movement, also as a holder, or was counted, `is_place` whether it is a place at which something
 * is, was or was counted, and `is_holder` whether it is a person who has something; `last_change`
 * is the id of the newest movement that changed its presence or quantity, or counted it.
 */
export type UndoRow = {
  id: number;
  import_undo: string;
  is_used: number | boolean;
  is_place: number | boolean | null;
  is_holder: number | boolean | null;
  last_change: number | null;
};

/** The columns of `UndoRow`. Both databases understand them. */
export const undoColumns = `entries.id, import_undo,
  EXISTS (SELECT 1 FROM movements WHERE entry = entries.id)
    OR EXISTS (SELECT 1 FROM movements WHERE movements.holder = entries.id)
    OR EXISTS (SELECT 1 FROM tallies WHERE entry = entries.id) AS is_used,
  entries.role = 'place' AND (
    EXISTS (SELECT 1 FROM states WHERE states.place <> 0 AND states.place = entries.id)
    OR EXISTS (SELECT 1 FROM tallies WHERE tallies.place <> 0 AND tallies.place = entries.id)
  ) AS is_place,
  entries.role = 'person'
    AND EXISTS (SELECT 1 FROM states WHERE states.holder = entries.id) AS is_holder,
  (SELECT max(movements.id) FROM movements
    WHERE entry = entries.id AND (movements.version IS NOT NULL OR movements.counted IS NOT NULL)
  ) AS last_change`;

/**
 * The changes that undo an import for some entries. `had` is absent for an entry that the import
 * only blocked.
 */
export type UndoPlan = {
  removed: number[];
  putBack: { id: number; had?: Had; keys: string[] }[];
  left: number[];
};

/**
 * Plans how to undo an import for these entries. An entry that the import added is removed, unless
 * it is used. An entry that it changed or blocked is put back, unless a movement has changed or
 * counted it since, or the import made it a place or a person and it is used as such. A refused
 * scan does not count, because the import may have caused the refusal.
 */
export function planUndo(rows: readonly UndoRow[]): UndoPlan {
  const plan: UndoPlan = { removed: [], putBack: [], left: [] };
  for (const { id, import_undo, is_used, is_place, is_holder, last_change } of rows) {
    const undo: ImportUndo = JSON.parse(import_undo);
    const isNeeded = ({ role }: Had) =>
      (is_place && role !== "place") || (is_holder && role !== "person");
    const isAsBefore = "movement" in undo && (last_change ?? 0) <= undo.movement;
    if (undo.kind === "added" && !is_used && !is_place) plan.removed.push(id);
    else if (undo.kind === "changed" && isAsBefore && !isNeeded(undo.had))
      plan.putBack.push({ id, had: undo.had, keys: undo.keys });
    else if (undo.kind === "blocked" && isAsBefore) plan.putBack.push({ id, keys: [] });
    else plan.left.push(id);
  }
  return plan;
}

/**
 * Returns the undo information for an entry that an import changes. If the same import has already
 * added or changed the entry, `earlier` is the information from then; its values are kept, because
 * they are older than the import.
 */
export function toImportUndo(
  entry: Entry,
  { keys, movement }: { keys: string[]; movement: number },
  earlier?: ImportUndo,
): ImportUndo {
  if (earlier && earlier.kind !== "changed") return earlier;
  if (earlier) return { ...earlier, keys: [...earlier.keys, ...keys] };
  const { label, group, attention, fields, blocked } = entry;
  const { role, unit, minimum, amount, recalled, unnamed } = entry;
  const ofStock = { role, unit, minimum, amount, recalled, unnamed };
  const had = { label, fields, blocked, group, attention, ...ofStock };
  return { kind: "changed", movement, had, keys };
}
