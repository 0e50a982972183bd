import type { CheckInRules } from "../registers/register.ts";
import { inboxNameRule } from "./text-rules.ts";

/** Names of registers follow the same rule as those of inboxes. */
export const registerNameRule = inboxNameRule;

/** The largest number in a rule. */
export const maxRuleNumber = 1_000_000;

/** The field of the rules that is wrong, and a sentence about it. */
export type RuleProblem = { field: string; reason: string };

/**
 * Returns what is wrong with rules whose types are right; undefined if nothing is. Beyond the schema of the API, the times have
 * to be times, and the window must not end before it begins.
 */
export function findRuleProblem(rules: CheckInRules): RuleProblem | undefined {
  for (const field of ["uses", "capacity"] as const) {
    const value = rules[field];
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= maxRuleNumber))
      return { field, reason: `${field} is a whole number from 1 to ${maxRuleNumber}.` };
  }
  for (const field of ["opens", "closes"] as const) {
    if (rules[field] !== undefined && !isTime(rules[field]))
      return {
        field,
        reason: `${field} is a time with its zone, such as 2026-11-22T18:00:00+01:00, not “${rules[field]}”.`,
      };
  }
  const { opens, closes, groups } = rules;
  if (opens !== undefined && closes !== undefined && Date.parse(closes) <= Date.parse(opens))
    return {
      field: "closes",
      reason: "The window ends before it begins; closes must be later than opens.",
    };
  if (groups?.length === 0)
    return {
      field: "groups",
      reason: "Without a group, nobody could come in; leave groups out instead.",
    };
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
