import {
  type Action,
  actions,
  type KindName,
  loadRegisterRules,
  maxRuleNumber,
  type Rules,
} from "@scanhook/hub";
import type { Values } from "../../input/arguments.ts";
import { type Parsed, refuse } from "../../input/parsed.ts";
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
  const { findRuleProblem } = await loadRegisterRules();
  const problem = findRuleProblem(kind, changed);
  if (!problem) return { ok: true, value: changed };
  const [field, code] = problem.field.split(".");
  return refuse(
    field === "texts"
      ? `--text${code === undefined ? "" : ` ${code}`}: ${problem.reason}`
      : `--${problem.reason}`,
  );
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
  "ignore-case": changeKeyRule("ignoreCase", parseYesNo),
  contacts: changeKeyRule("contacts", parseYesNo),
  products: changeKeyRule("products", parseYesNo),
  "strip-prefix": changeKeyRule("stripPrefix", parseText),
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
