import { isEdit } from "../edits.ts";
import { fixed, type Sql, type SqlValue } from "./sql.ts";

/** Returns the columns that count a change, if it is an edit. */
export function editColumns(
  change: object,
  now: number,
): { revision: Sql; changed_at: number | undefined } {
  return isEdit(change)
    ? { revision: fixed("revision + 1"), changed_at: now }
    : { revision: fixed("revision"), changed_at: undefined };
}

/** Returns the value of a column that this value removes; undefined changes nothing. */
export function orNull<Value extends SqlValue>(
  value: Value | undefined,
  removing: "" | 0,
): Value | null | undefined {
  return value === removing ? null : value;
}

/** Returns the JSON of a value; undefined changes nothing. */
export function toJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}
