import { readFile } from "node:fs/promises";
import {
  type Action,
  actions,
  type KindName,
  loadConfigFile,
  loadRegisterRules,
  maxRuleNumber,
  type Rules,
} from "@scanhook/hub";
import type { Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
import { describeUnreadable } from "../../input/unreadable-file.ts";
import type { ruleOptions } from "./usage.ts";

type RuleValues = Values<typeof ruleOptions>;
type KeyRules = NonNullable<Rules["keys"]>;

/** Returns the rules of a register, changed by the options that were given. */
export async function applyRules(
  kind: KindName,
  values: RuleValues,
  rules: Rules,
): Promise<Parsed<Rules>> {
  let changed = rules;
  for (const option of Object.keys(changes) as (keyof typeof changes)[]) {
    const value = values[option];
    if (value === undefined) continue;
    const result = changes[option](value, option, changed);
    if (!result.ok) return result;
    changed = result.value;
  }
  if (values.show !== undefined)
    changed = { ...changed, shows: values.show.filter((name) => name !== "") };
  const everyByGroup = changeGroups(values["every-group"], changed);
  if (!everyByGroup.ok) return everyByGroup;
  const questions = await readChecklist(values.checklist, changed);
  if (!questions.ok) return questions;
  changed = { ...changed, ...everyByGroup.value, ...questions.value };
  const { findRuleProblem } = await loadRegisterRules();
  const problem = findRuleProblem(kind, changed);
  return problem ? refuse(describeRuleProblem(problem)) : { ok: true, value: changed };
}

const optionOfField: Readonly<Record<string, string>> = {
  loanFor: "loan-for",
  every: "every",
  everyByGroup: "every-group",
  leadTime: "lead-time",
  questions: "checklist",
};

function describeRuleProblem({ field, reason }: { field: string; reason: string }): string {
  const [name = "", ...rest] = field.split(".");
  if (name === "texts") return `--text${rest[0] === undefined ? "" : ` ${rest[0]}`}: ${reason}`;
  const option = optionOfField[name];
  if (option === undefined || reason.startsWith(`${name} is a rule`)) return `--${reason}`;
  return `--${[option, ...rest].join(" ")}: ${reason}`;
}

/** Returns the intervals of groups with those of `--every-group`. */
function changeGroups(
  values: readonly string[] | undefined,
  { everyByGroup }: Rules,
): Parsed<Pick<Rules, "everyByGroup">> {
  if (values === undefined) return { ok: true, value: {} };
  const intervals = new Map(Object.entries(everyByGroup ?? {}));
  for (const value of values) {
    const [, group, interval = ""] = /^(.+)=(.*)$/s.exec(value) ?? [];
    if (group === undefined)
      return refuse(`--every-group is GROUP=INTERVAL, such as Ladders='1 year', not "${value}".`);
    if (interval.trim() === "") intervals.delete(group);
    else intervals.set(group, interval);
  }
  return { ok: true, value: { everyByGroup: Object.fromEntries(intervals) } };
}

/** Returns the questions of the file of `--checklist`; those that there are without the option. */
async function readChecklist(
  path: string | undefined,
  { questions }: Rules,
): Promise<Parsed<Pick<Rules, "questions">>> {
  if (path === undefined) return { ok: true, value: questions ? { questions } : {} };
  if (path === "") return { ok: true, value: { questions: [] } };
  const text = await readFile(path, "utf8").catch((error: unknown) => ({
    problem: describeUnreadable(error),
  }));
  if (typeof text !== "string")
    return refuse(`--checklist: ${path} cannot be read: ${text.problem}.`);
  const { parseChecklist } = await loadConfigFile();
  const parsed = parseChecklist(text, path);
  return parsed.ok
    ? { ok: true, value: { questions: parsed.value } }
    : refuse(`--checklist: ${parsed.reason}`);
}

/** Returns the rules with the value of an option, or why the value is wrong. */
type Change = (value: string, option: string, rules: Rules) => Parsed<Rules>;

const changes = {
  capacity: changeRule("capacity", parseCount),
  uses: changeRule("uses", parseCount),
  reentry: changeRule("reentry", parseReentry),
  opens: changeRule("opens", parseText),
  closes: changeRule("closes", parseText),
  "exit-all-at": changeRule("exitAllAt", parseOptionalText),
  groups: changeRule("groups", parseGroups),
  closed: changeRule("closed", parseYesNo),
  tap: changeRule("tap", parseYesNo),
  "below-zero": changeRule("belowZero", parseBelowZero),
  "without-place": changeRule("withoutPlace", parseYesNo),
  unknown: changeRule("unknown", parseUnknown),
  single: changeRule("single", parseYesNo),
  "loan-for": changeRule("loanFor", parseOptionalText),
  "ask-due": changeRule("askDue", parseYesNo),
  "hand-over": changeRule("handOver", parseHandOver),
  every: changeRule("every", parseOptionalText),
  "lead-time": changeRule("leadTime", parseOptionalText),
  touch: changeRule("touch", parseYesNo),
  "ignore-case": changeKeyRule("ignoreCase", parseYesNo),
  contacts: changeKeyRule("contacts", parseYesNo),
  products: changeKeyRule("products", parseYesNo),
  "strip-prefix": changeKeyRule("stripPrefix", parseText),
  sun: changeSun,
  "sun-names": changeSunNames,
  text: changeText,
} satisfies Partial<Record<keyof RuleValues, Change>>;

/** Parses the value of an option; undefined removes the rule. */
type Parser<T> = (value: string, option: string) => Parsed<T | undefined>;

function changeRule<Name extends keyof Rules>(name: Name, parse: Parser<Rules[Name]>): Change {
  return (value, option, rules) => {
    const parsed = parse(value, option);
    if (!parsed.ok) return parsed;
    const changed: Rules = { ...rules, [name]: parsed.value };
    if (parsed.value === undefined) delete changed[name];
    return { ok: true, value: changed };
  };
}

function changeKeyRule<Name extends keyof KeyRules>(
  name: Name,
  parse: Parser<KeyRules[Name]>,
): Change {
  return (value, option, rules) => {
    const parsed = parse(value, option);
    if (!parsed.ok) return parsed;
    return { ok: true, value: { ...rules, keys: { ...rules.keys, [name]: parsed.value } } };
  };
}

function changeSun(value: string, option: string, rules: Rules): Parsed<Rules> {
  const parsed = parseYesNo(value, option);
  if (!parsed.ok) return parsed;
  const { sun, ...others } = rules.keys ?? {};
  return {
    ok: true,
    value: { ...rules, keys: parsed.value ? { ...others, sun: sun ?? {} } : others },
  };
}

const sunParts = ["uid", "counter", "data", "cmac"] as const;

function changeSunNames(value: string, option: string, rules: Rules): Parsed<Rules> {
  const sun: NonNullable<KeyRules["sun"]> = {};
  for (const pair of value.split(",").filter((text) => text.trim() !== "")) {
    const [part, name = ""] = pair.split("=").map((text) => text.trim());
    const known = sunParts.find((each) => each === part);
    if (!known || name === "")
      return refuse(`--${option} is PART=NAME with ${sunParts.join(", ")}, not "${pair}".`);
    sun[known] = name;
  }
  return { ok: true, value: { ...rules, keys: { ...rules.keys, sun } } };
}

function changeText(value: string, _option: string, rules: Rules): Parsed<Rules> {
  const [, code, template = ""] = /^([a-z-]+)=(.*)$/s.exec(value) ?? [];
  if (code === undefined)
    return refuse(`--text is CODE=TEXT, such as checked-in='Welcome {{ entry.label }}'.`);
  const { [code]: _, ...others }: Record<string, string> = rules.texts ?? {};
  const texts = template === "" ? others : { ...others, [code]: template };
  return { ok: true, value: { ...rules, texts } };
}

function parseCount(value: string, option: string): Parsed<number | undefined> {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(count <= maxRuleNumber))
    return refuse(`--${option} is a whole number from 0 to ${maxRuleNumber}, not "${value}".`);
  return { ok: true, value: count === 0 ? undefined : count };
}

function parseReentry(value: string): Parsed<Rules["reentry"]> {
  if (value === "never" || value === "after-exit" || value === "always") return { ok: true, value };
  return refuse(`--reentry is never, after-exit or always, not "${value}".`);
}

function parseBelowZero(value: string): Parsed<Rules["belowZero"]> {
  if (value === "no" || value === "look") return { ok: true, value };
  return refuse(`--below-zero is no or look, not "${value}".`);
}

function parseUnknown(value: string): Parsed<Rules["unknown"]> {
  if (value === "add" || value === "refuse") return { ok: true, value };
  return refuse(`--unknown is add or refuse, not "${value}".`);
}

function parseHandOver(value: string): Parsed<Rules["handOver"]> {
  if (value === "ask" || value === "yes" || value === "no") return { ok: true, value };
  return refuse(`--hand-over is ask, yes or no, not "${value}".`);
}

function parseYesNo(value: string, option: string): Parsed<boolean> {
  if (value === "yes" || value === "no") return { ok: true, value: value === "yes" };
  return refuse(`--${option} is yes or no, not "${value}".`);
}

function parseGroups(value: string): Parsed<string[] | undefined> {
  const groups = value === "" ? undefined : value.split(",").map((group) => group.trim());
  return { ok: true, value: groups };
}

function parseOptionalText(value: string): Parsed<string | undefined> {
  return { ok: true, value: value === "" ? undefined : value };
}

function parseText(value: string): Parsed<string> {
  return { ok: true, value };
}

/** Parses `--action`; undefined if it was not given. */
export function parseAction(action: string | undefined): Parsed<Action | undefined> {
  const all: readonly Action[] = Object.values(actions).flat();
  const known = all.find((name) => name === action);
  if (action === undefined || known !== undefined) return { ok: true, value: known };
  return refuse(`--action is one of ${all.join(", ")}, not "${action}".`);
}

/** Parses `--keep-days`; undefined if it was not given. */
export function parseKeepDays(days: string | undefined): Parsed<number | undefined> {
  if (days === undefined) return { ok: true, value: undefined };
  return /^\d{1,5}$/.test(days)
    ? { ok: true, value: Number(days) }
    : refuse(`--keep-days is a whole number of days, and 0 for never, not "${days}".`);
}
