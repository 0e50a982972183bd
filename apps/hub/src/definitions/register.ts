import { findNearest } from "../nearest.ts";
import { parseInterval } from "../registers/interval.ts";
import { kinds } from "../registers/kinds/kinds.ts";
import { checkLine } from "../registers/own-line.ts";
import { type Action, actions, isOfPeople, type KindName } from "../registers/register.ts";
import type { Rules } from "../registers/rules.ts";
import type { Binding, RegisterRecord } from "../store/registers.ts";
import { say } from "../texts/exact-message.ts";
import { type InvalidDefinition, refuseFor } from "./destination.ts";
import { listQuestionProblems } from "./questions.ts";
import { maxRuleNumber } from "./register-limits.ts";
import type { RegisterDefinition } from "./register-schemas.ts";
import { checkRegisterSecrets } from "./register-secrets.ts";

/** A register of the settings file whose definition is valid, without its guests. */
export type CheckedRegister = {
  title?: string;
  kind: KindName;
  rules: Rules;
  entriesFrom?: string;
  peopleFrom?: string;
  /** The days until the guests are deleted. 0: they are kept. */
  keepDays: number;
  /** The keys of its tags that were entered. */
  secrets: Record<string, string>;
  /** The names of the keys to keep, or whose values are not known. */
  keptSecrets: readonly string[];
  bindings: Binding[];
};

/**
 * Checks a register of the settings file whose types are valid already. `keptSecrets` has the names
 * of keys that it has beside those of the definition.
 */
export function checkRegister(
  {
    rules: definedRules = {},
    keepDays = 0,
    bindings = [],
    secrets = {},
    ...definition
  }: RegisterDefinition,
  keptSecrets: readonly string[] = [],
): { ok: true; register: CheckedRegister } | InvalidDefinition {
  const { kind } = definition;
  const rules = definedRules as Rules;
  const problems = [...listRuleProblems(kind, rules)].map(({ field, reason }) => {
    return { field: `rules.${field}`, reason };
  });
  const withDefaults = bindings.map(({ inbox, action, answer = "negotiated" }, index) => {
    const problem = findActionProblem(kind, action);
    if (problem) problems.push({ field: `bindings[${index}].action`, reason: problem });
    return { inbox, action: action ?? actions[kind][0], answer };
  });
  const keepDaysProblem = findKeepDaysProblem(kind, keepDays);
  if (keepDaysProblem) problems.push(keepDaysProblem);
  const checked = checkRegisterSecrets(rules, secrets, keptSecrets);
  if (!checked.ok) problems.push({ field: checked.field, reason: checked.reason });
  const refusal = refuseFor(problems);
  if (refusal || !checked.ok) return refusal!;
  const register = { ...definition, rules, keepDays, secrets: checked.set, keptSecrets };
  return { ok: true, register: { ...register, bindings: withDefaults } };
}

/** An invalid field of the rules, and one sentence that says what is wrong. */
export type RuleProblem = { field: string; reason: string };

/** Returns why the entries of a register are not deleted after some days; undefined if they are. */
export function findKeepDaysProblem(kind: KindName, keepDays = 0): RuleProblem | undefined {
  if (keepDays === 0 || isOfPeople(kind)) return undefined;
  return {
    field: "keepDays",
    reason: say("register-keeps-no-days"),
  };
}

/**
 * Returns one sentence on why a register of this kind cannot borrow the entries of another one;
 * undefined if it can.
 */
export function findLenderProblem(
  kind: KindName,
  lender: Pick<RegisterRecord, "name" | "kind">,
): string | undefined {
  if (kind === "leads") return say("leads-have-own-list");
  const lenders: readonly KindName[] = kind === "check-in" ? ["check-in"] : thingKinds;
  if (lenders.includes(lender.kind)) return undefined;
  const { name, kind: lenderKind } = lender;
  const values = { lender: name, lenderKind, kind, kinds: lenders.join(", ") };
  return say("lender-of-other-kind", values);
}

/** The kinds whose entries are things, which may be in several of them. */
const thingKinds: readonly KindName[] = ["stock", "loans", "inspection"];

/**
 * Returns one sentence on why a register of this kind cannot lend to the people of another one, or
 * know them by their badges; undefined if it can.
 */
export function findPeopleProblem(
  kind: KindName,
  lender: Pick<RegisterRecord, "name" | "kind">,
): string | undefined {
  if (kind !== "loans" && kind !== "leads") return say("kind-takes-no-people", { kind });
  return lender.kind === "check-in"
    ? undefined
    : say("people-of-other-kind", { lender: lender.name, lenderKind: lender.kind });
}

/**
 * Returns one sentence on why the scans of an inbox cannot do this in a register of this kind;
 * undefined if they can.
 */
export function findActionProblem(kind: KindName, action: Action | undefined): string | undefined {
  const known: readonly Action[] = actions[kind];
  return action === undefined || known.includes(action)
    ? undefined
    : say("kind-has-other-actions", { kind, action, known: known.join(", ") });
}

/**
 * Returns the first problem of rules whose types are valid already; undefined if there is none.
 */
export function findRuleProblem(kind: KindName, rules: Rules): RuleProblem | undefined {
  return listRuleProblems(kind, rules).next().value ?? undefined;
}

/** The rules that only one kind has. */
const ownRules: Readonly<Record<KindName, readonly (keyof Rules)[]>> = {
  "check-in": ["reentry", "uses", "capacity", "opens", "closes", "exitAllAt", "groups"],
  stock: ["belowZero", "withoutPlace", "unknown", "single"],
  loans: ["loanFor", "askDue", "handOver", "questions"],
  inspection: ["every", "everyByGroup", "leadTime", "touch", "questions"],
  leads: ["questions"],
};

/**
 * Yields the problems of rules whose types are valid already: beyond the schema of the API, times
 * must be valid times, the window must not end before it begins, and texts must be valid templates.
 */
function* listRuleProblems(kind: KindName, rules: Rules): Generator<RuleProblem, undefined> {
  const own = ownRules[kind];
  for (const [other, fields] of Object.entries(ownRules)) {
    const field = fields.find((name) => !own.includes(name) && rules[name] !== undefined);
    if (field)
      yield {
        field,
        reason: say("rule-of-other-kind", { rule: field, other, kind, known: own.join(", ") }),
      };
  }
  for (const field of ["uses", "capacity"] as const) {
    const value = rules[field];
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= maxRuleNumber))
      yield { field, reason: say("rule-not-whole", { rule: field, max: String(maxRuleNumber) }) };
  }
  for (const field of ["opens", "closes"] as const) {
    if (rules[field] !== undefined && !isTime(rules[field]))
      yield {
        field,
        reason: say("rule-not-time", { rule: field, text: rules[field] }),
      };
  }
  const { opens, closes, groups, exitAllAt } = rules;
  if (exitAllAt !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(exitAllAt))
    yield {
      field: "exitAllAt",
      reason: say("exit-all-not-time", { text: exitAllAt }),
    };
  if (opens !== undefined && closes !== undefined && Date.parse(closes) <= Date.parse(opens))
    yield {
      field: "closes",
      reason: say("window-ends-early"),
    };
  yield* listIntervalProblems(rules);
  if (rules.questions) yield* listQuestionProblems(rules.questions);
  if (groups?.length === 0)
    yield {
      field: "groups",
      reason: say("groups-empty"),
    };
  for (const [code, template] of Object.entries(rules.texts ?? {})) {
    if (!kinds[kind].codes.some((known) => known === code))
      yield { field: "texts", reason: describeUnknownVerdict(code, kinds[kind].codes) };
    const problem = checkLine(template);
    if (problem) yield { field: `texts.${code}`, reason: problem };
  }
}

function* listIntervalProblems({ loanFor, every, leadTime, everyByGroup = {} }: Rules) {
  const ofGroups = Object.entries(everyByGroup).map(
    ([group, text]) => [`everyByGroup.${group}`, text] as const,
  );
  const given = Object.entries({ loanFor, every, leadTime });
  for (const [field, text] of [...given, ...ofGroups])
    if (text !== undefined && !parseInterval(String(text)))
      yield { field, reason: say("not-an-interval", { text: String(text) }) };
}

function describeUnknownVerdict(code: string, codes: readonly string[]): string {
  const nearest = findNearest(code, codes);
  return nearest === undefined
    ? say("no-verdict-of", { code, codes: codes.join(", ") })
    : say("no-verdict-nearest", { code, nearest });
}

function isTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
