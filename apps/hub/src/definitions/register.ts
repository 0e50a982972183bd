import { findNearest } from "../nearest.ts";
import { checkLine } from "../registers/own-line.ts";
import { type CheckInRules, codes } from "../registers/register.ts";
import type { Binding } from "../store/registers.ts";
import { type InvalidDefinition, refuseFor } from "./destination.ts";
import { maxRuleNumber } from "./register-limits.ts";
import type { RegisterDefinition } from "./register-schemas.ts";

/** A register of the settings file whose definition is valid, without its guests. */
export type CheckedRegister = {
  title?: string;
  kind: "check-in";
  rules: CheckInRules;
  entriesFrom?: string;
  /** The days until the guests are deleted. 0: they are kept. */
  keepDays: number;
  bindings: Binding[];
};

/** Checks a register of the settings file whose types are valid already. */
export function checkRegister({
  rules: definedRules = {},
  keepDays = 0,
  bindings = [],
  ...definition
}: RegisterDefinition): { ok: true; register: CheckedRegister } | InvalidDefinition {
  const rules = definedRules as CheckInRules;
  const problems = [...listRuleProblems(rules)].map(({ field, reason }) => {
    return { field: `rules.${field}`, reason };
  });
  const refusal = refuseFor(problems);
  if (refusal) return refusal;
  const withDefaults = bindings.map(({ inbox, action = "in", answer = "negotiated" }) => {
    return { inbox, action, answer };
  });
  return { ok: true, register: { ...definition, rules, keepDays, bindings: withDefaults } };
}

/** An invalid field of the rules, and one sentence that says what is wrong. */
export type RuleProblem = { field: string; reason: string };

/**
 * Returns the first problem of rules whose types are valid already; undefined if there is none.
 */
export function findRuleProblem(rules: CheckInRules): RuleProblem | undefined {
  return listRuleProblems(rules).next().value ?? undefined;
}

/**
 * Yields the problems of rules whose types are valid already: beyond the schema of the API, times
 * must be valid times, the window must not end before it begins, and texts must be valid templates.
 */
function* listRuleProblems(rules: CheckInRules): Generator<RuleProblem, undefined> {
  for (const field of ["uses", "capacity"] as const) {
    const value = rules[field];
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= maxRuleNumber))
      yield { field, reason: `${field} is a whole number from 1 to ${maxRuleNumber}.` };
  }
  for (const field of ["opens", "closes"] as const) {
    if (rules[field] !== undefined && !isTime(rules[field]))
      yield {
        field,
        reason: `${field} is a time with its zone, such as 2026-11-22T18:00:00+01:00, not “${rules[field]}”.`,
      };
  }
  const { opens, closes, groups, exitAllAt } = rules;
  if (exitAllAt !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(exitAllAt))
    yield {
      field: "exitAllAt",
      reason: `exit-all-at is a time of day from 00:00 to 23:59, such as 04:00, not “${exitAllAt}”.`,
    };
  if (opens !== undefined && closes !== undefined && Date.parse(closes) <= Date.parse(opens))
    yield {
      field: "closes",
      reason: "The window ends before it begins; closes must be later than opens.",
    };
  if (groups?.length === 0)
    yield {
      field: "groups",
      reason: "Without a group, nobody could come in; leave groups out instead.",
    };
  for (const [code, template] of Object.entries(rules.texts ?? {})) {
    if (!codes.some((known) => known === code))
      yield { field: "texts", reason: describeUnknownVerdict(code) };
    const problem = checkLine(template);
    if (problem) yield { field: `texts.${code}`, reason: problem };
  }
}

function describeUnknownVerdict(code: string): string {
  const nearest = findNearest(code, codes);
  const advice =
    nearest === undefined ? `there are ${codes.join(", ")}` : `the nearest is ${nearest}`;
  return `There is no verdict “${code}”; ${advice}.`;
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
