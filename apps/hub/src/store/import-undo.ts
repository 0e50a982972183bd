import type { Entry } from "../registers/register.ts";

/** What an entry had before an import changed it. */
export type Had = Pick<Entry, "label" | "group" | "attention" | "fields" | "blocked">;

/** The way back from the newest import for one entry. */
export type ImportUndo =
  | { kind: "added" }
  /**
   * `movement` is the newest one before the import, and `keys` are those that the import gave the
   * entry.
   */
  | { kind: "changed"; movement: number; had: Had; keys: string[] }
  /** The list lacked the entry. */
  | { kind: "blocked"; movement: number }
  /** The import had added or changed the entry, but since then a person did. */
  | { kind: "by-hand" };

/**
 * `left`: entries that the import had added, changed or blocked, and that were changed by hand or
 * moved since.
 */
export type ImportUndone = { removed: number; putBack: number; left: number };

/**
 * Replaces the way back of an entry that a person changes: nothing of what it had before is kept
 * then.
 */
export const byHand = JSON.stringify({ kind: "by-hand" } satisfies ImportUndo);

/**
 * An entry that the newest import had a part in. `last_movement` is the newest movement that names
 * it, and `last_change` the newest of those that changed its presence.
 */
export type UndoRow = {
  id: number;
  import_undo: string;
  last_movement: number | null;
  last_change: number | null;
};

/** The columns of `UndoRow`. Both databases understand them. */
export const undoColumns = `entries.id, import_undo,
  (SELECT max(movements.id) FROM movements WHERE entry = entries.id) AS last_movement,
  (SELECT max(movements.id) FROM movements WHERE entry = entries.id AND movements.version IS NOT NULL) AS last_change`;

/**
 * What to do about some entries so that an import is undone. `had` is absent where the import only
 * blocked the entry.
 */
export type UndoPlan = {
  removed: number[];
  putBack: { id: number; had?: Had; keys: string[] }[];
  left: number[];
};

/**
 * Decides about entries that an import had a part in. One that it added is removed unless the
 * journal has it. One that it changed is put back unless it has come or gone since; a refused scan
 * is no reason, because it may be what the import caused.
 */
export function planUndo(rows: readonly UndoRow[]): UndoPlan {
  const plan: UndoPlan = { removed: [], putBack: [], left: [] };
  for (const { id, import_undo, last_movement, last_change } of rows) {
    const undo: ImportUndo = JSON.parse(import_undo);
    if (undo.kind === "added" && last_movement === null) plan.removed.push(id);
    else if (undo.kind === "changed" && (last_change ?? 0) <= undo.movement)
      plan.putBack.push({ id, had: undo.had, keys: undo.keys });
    else if (undo.kind === "blocked" && (last_change ?? 0) <= undo.movement)
      plan.putBack.push({ id, keys: [] });
    else plan.left.push(id);
  }
  return plan;
}

/**
 * Returns the way back for an entry that an import changes. `earlier` is that of the same import,
 * if it changed the entry before: what the entry had before the import then stands.
 */
export function toImportUndo(
  { label, group, attention, fields, blocked }: Entry,
  { keys, movement, earlier }: { keys: string[]; movement: number; earlier?: ImportUndo },
): ImportUndo {
  if (earlier && earlier.kind !== "changed") return earlier;
  if (earlier) return { ...earlier, keys: [...earlier.keys, ...keys] };
  const had = {
    label,
    fields,
    blocked,
    ...(group !== undefined && { group }),
    ...(attention !== undefined && { attention }),
  };
  return { kind: "changed", movement, had, keys };
}
