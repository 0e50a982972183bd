import { isEdit } from "../edits.ts";
import { rawSql, type Sql, type SqlValue } from "./sql.ts";

/** Returns the columns that record an edit. They keep their values if the change is no edit. */
export function editColumns(
  change: object,
  now: number,
): { revision: Sql; changed_at: number | undefined } {
  return isEdit(change)
    ? { revision: rawSql("revision + 1"), changed_at: now }
    : { revision: rawSql("revision"), changed_at: undefined };
}

/**
 * Returns null for the value that removes a column's value, and other values as they are. Undefined
 * leaves the column unchanged.
 */
export function orNull<Value extends SqlValue>(
  value: Value | undefined,
  removing: "" | 0,
): Value | null | undefined {
  return value === removing ? null : value;
}

/** Returns a value as JSON. Undefined leaves the column unchanged. */
export function toJson(value: object | undefined): string | undefined {
  return value && JSON.stringify(value);
}
