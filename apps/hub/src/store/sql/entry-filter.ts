import type { EntryFilter } from "../registers.ts";
import { toTypedParts } from "../typed-search.ts";
import { entryListOf } from "./entry-lists.ts";
import { inputRows, isOneOf, perDatabase, rawSql, type Sql, sql } from "./sql.ts";

/** Returns the condition for the entries of a register that a filter lets through. */
export function filterEntries(
  register: number,
  { text = "", role, unnamed, low, place, ids, ...filter }: EntryFilter,
): Sql {
  const parts = toTypedParts(text).map((part) => ({ part }));
  return sql`entries.register = ${entryListOf(register)}
    ${role === undefined ? rawSql("") : sql`AND ${hasRole(role)}`}
    ${unnamed === undefined ? rawSql("") : isWanted(rawSql("entries.unnamed"), unnamed)}
    ${low === undefined ? rawSql("") : isWanted(isLow(register), low)}
    ${place === undefined ? rawSql("") : sql`AND ${isAtPlace(register, place)}`}
    ${filter.care === undefined ? rawSql("") : sql`AND ${hasCare(register, filter.care)}`}
    ${filter.holder === undefined ? rawSql("") : sql`AND ${isWith(register, filter.holder)}`}
    ${filter.dueBefore === undefined ? rawSql("") : sql`AND ${isDue(register, filter.dueBefore)}`}
    ${filter.blocked === undefined ? rawSql("") : isWanted(rawSql("entries.blocked = TRUE"), filter.blocked)}
    ${filter.met === undefined ? rawSql("") : isWanted(isMet(register), filter.met)}
    ${filter.by === undefined ? rawSql("") : sql`AND ${isScannedBy(register, filter.by)}`}
    ${ids === undefined ? rawSql("") : sql`AND entries.id ${isOneOf("bigint", ids)}`}
    AND NOT EXISTS (
      SELECT 1 FROM ${inputRows({ part: "text" }, parts)}
      WHERE NOT ${containsPart("coalesce(entries.folded, lower(label))")} AND NOT EXISTS (
        SELECT 1 FROM entry_keys
        WHERE entry = entries.id AND ${containsPart("coalesce(entry_keys.folded, lower(key))")}
      )
    )`;
}

/** Adds a condition, or its opposite. */
const isWanted = (condition: Sql, wanted: boolean): Sql =>
  wanted ? sql`AND ${condition}` : sql`AND NOT (${condition})`;

/** Returns the condition that an expression contains `part`. */
const containsPart = (expression: string): Sql =>
  perDatabase({
    sqlite: rawSql(`instr(${expression}, part) > 0`),
    postgres: rawSql(`strpos(${expression}, part) > 0`),
  });

/** Returns the condition that an entry has a role, or is an article. */
export const hasRole = (role: NonNullable<EntryFilter["role"]>): Sql =>
  role === "article" ? rawSql("entries.role IS NULL") : sql`entries.role = ${role}`;

/** Returns the condition that there is less of an entry than its minimum. */
export const isLow = (
  register: number,
): Sql => sql`entries.minimum IS NOT NULL AND entries.minimum > (
  SELECT coalesce(sum(quantity), 0) FROM states
  WHERE states.entry = entries.id AND states.register = ${register})`;

const hasCare = (register: number, care: NonNullable<EntryFilter["care"]>): Sql => {
  const states = sql`SELECT 1 FROM states
    WHERE states.register = ${register} AND states.entry = entries.id`;
  if (care === "none") return sql`NOT EXISTS (${states})`;
  if (care !== "free") return sql`EXISTS (${states} AND status = ${care})`;
  const lends = sql`EXISTS (SELECT 1 FROM registers WHERE id = ${register} AND kind = 'loans')`;
  // A thing that nobody has yet is free too, and so is one whose first loan was undone.
  return sql`${lends} AND ${isCaredFor(register)} AND entries.blocked = FALSE
    AND NOT EXISTS (${states} AND status = 'lent')`;
};

/**
 * Returns the condition that a register of loans or inspections counts an entry as a thing: an
 * article, or a place that is cared for nevertheless.
 */
export const isCaredFor = (
  register: number,
): Sql => sql`(entries.role IS NULL OR (entries.role = 'place' AND EXISTS (
  SELECT 1 FROM states WHERE states.register = ${register} AND states.entry = entries.id)))`;

const isWith = (register: number, holder: number): Sql => sql`entries.id IN (
  SELECT entry FROM states WHERE states.register = ${register} AND states.holder = ${holder})`;

const isDue = (register: number, time: number): Sql => sql`entries.id IN (
  SELECT entry FROM states WHERE states.register = ${register} AND due_at < ${time})`;

/**
 * Returns the condition that an entry is a lead: it was scanned, with the consent that it needs.
 */
export const isMet = (register: number): Sql => sql`EXISTS (
  SELECT 1 FROM states
  WHERE states.register = ${register} AND states.entry = entries.id AND status = 'met')`;

const isScannedBy = (register: number, door: string): Sql => sql`EXISTS (
  SELECT 1 FROM movements WHERE movements.entry = entries.id AND movements.register = ${register}
    AND movements.door = ${door} AND movements.action <> 'undo')`;

const isAtPlace = (register: number, place: number): Sql => sql`entries.id IN (
  SELECT entry FROM states
  WHERE states.register = ${register} AND place <> 0 AND place = ${place} AND quantity <> 0)`;
