import type { Result } from "../api.ts";
import { staleTexts as texts } from "../texts/forms.ts";

/** A record that carries the revision of its last edit. */
export type Revised = { revision: number; changedAt?: string | undefined };

/** A field of a form. `format` returns the text that stands for a value in a conflict. */
export type FormField = {
  key: string;
  label: string;
  format?: ((value: unknown) => string) | undefined;
};

export type FormValues = Readonly<Record<string, unknown>>;

/**
 * A field that somebody else has changed, with both values as texts. `touched` is true if it was
 * changed in this form too.
 */
export type Conflict = {
  key: string;
  label: string;
  mine: string;
  theirs: string;
  touched: boolean;
};

export type StaleEdit<T> = { current: T; conflicts: Conflict[] };

/**
 * Returns the fields that somebody else has changed from `base` to `theirs`, except for those that
 * have the same value in the form.
 */
export function findConflicts(
  fields: readonly FormField[],
  { base, mine, theirs }: { base: FormValues; mine: FormValues; theirs: FormValues },
): Conflict[] {
  return fields
    .filter(({ key }) => !isSame(base[key], theirs[key]) && !isSame(mine[key], theirs[key]))
    .map(({ key, label, format = formatValue }) => ({
      key,
      label,
      mine: format(mine[key]) || texts.empty,
      theirs: format(theirs[key]) || texts.empty,
      touched: !isSame(mine[key], base[key]),
    }));
}

/**
 * Sends an edit with the revision on which it is based. If somebody else has changed other fields
 * meanwhile, sends the edit again with the current revision. If they have changed fields that the
 * edit would overwrite, returns the conflicts as `stale`.
 */
export async function saveEdit<T extends Revised>({
  base,
  send,
  compare,
}: {
  base: Revised;
  send: (revision: number) => Promise<Result<T>>;
  compare: (current: T) => Conflict[];
}): Promise<{ result: Result<T>; stale?: StaleEdit<T> }> {
  let { revision } = base;
  for (;;) {
    const result = await send(revision);
    if (result.ok || result.code !== "changed-meanwhile") return { result };
    const current = result.current as T;
    const conflicts = compare(current);
    if (conflicts.length > 0) return { result, stale: { current, conflicts } };
    revision = current.revision;
  }
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  if (Array.isArray(value)) return value.map(({ key, value }) => `${key}: ${value}`).join("\n");
  return String(value);
}

function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first ?? "") === JSON.stringify(second ?? "");
}
