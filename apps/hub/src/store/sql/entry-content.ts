import { foldText } from "@scanhook/content";
import type { EntryContent } from "../../registers/register.ts";
import { type InputRow, rawSql, type Sql } from "./sql.ts";

/** The columns of an entry that a list can have, and their types. */
export const contentColumns = {
  label: "text",
  folded: "text",
  role: "text",
  category: "text",
  attention: "text",
  fields: "text",
  blocked: "boolean",
  unit: "text",
  minimum: "bigint",
  amount: "bigint",
  recalled: "text",
} as const;

const names = Object.keys(contentColumns);

/** The names of these columns, for a list in SQL. */
export const contentNames: Sql = rawSql(names.join(", "));

/** Assigns each of these columns from the table `input`. */
export const setContent: Sql = rawSql(names.map((name) => `${name} = input.${name}`).join(", "));

/** Returns the columns of an entry with this content. */
export function toContentRow(content: EntryContent): InputRow {
  const { label, role, group, attention, fields, blocked = false } = content;
  const { unit, minimum, amount, recalled } = content;
  return {
    label,
    folded: foldText(label),
    role,
    category: group,
    attention,
    fields: JSON.stringify(fields),
    blocked,
    unit,
    minimum,
    amount,
    recalled: recalled && JSON.stringify(recalled),
  };
}
