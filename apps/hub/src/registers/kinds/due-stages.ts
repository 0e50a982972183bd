import { addInterval, toIntervalMs } from "../interval.ts";
import type { DueStage } from "../register.ts";
import type { Rules } from "../rules.ts";
import type { DatedThing } from "./kind.ts";

const dayMs = 86_400_000;
const mostLeadMs = 14 * dayMs;

/** Returns how far the date of a loan has come: it is overdue after it. */
export function findLoanStage(
  _rules: Rules,
  { status, dueAt = Infinity }: DatedThing,
  now: number,
): DueStage | undefined {
  return status === "lent" && now > dueAt ? "overdue" : undefined;
}

/**
 * Returns how far the date of an inspection has come: it is due before the date, overdue after it,
 * and missed when the next date has passed as well.
 */
export function findInspectionStage(
  rules: Rules,
  { group, dueAt }: DatedThing,
  now: number,
): DueStage | undefined {
  if (dueAt === undefined) return undefined;
  const every = findInterval(rules, { group });
  if (every !== undefined && now > addInterval(dueAt, every)) return "missed";
  if (now > dueAt) return "overdue";
  const usualMs = every === undefined ? 0 : Math.min(toIntervalMs(every) / 4, mostLeadMs);
  const leadMs = rules.leadTime === undefined ? usualMs : toIntervalMs(rules.leadTime);
  return now >= dueAt - leadMs ? "due" : undefined;
}

/** Returns how often a thing is inspected; undefined if there is no rule. */
export function findInterval(
  { every, everyByGroup = {} }: Rules,
  { group }: { group?: string | undefined },
): string | undefined {
  const ofGroup = group !== undefined && Object.hasOwn(everyByGroup, group);
  return ofGroup ? everyByGroup[group] : every;
}
