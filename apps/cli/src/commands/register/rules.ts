import { type Action, type CheckInRules, loadRegisterRules, maxRuleNumber } from "@scanhook/hub";
import type { Values } from "../../input/arguments.ts";
import type { ruleOptions } from "./usage.ts";

type RuleValues = Values<typeof ruleOptions>;
type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Applies the options that were given to the rules that a register has. */
export async function applyRules(
  values: RuleValues,
  rules: CheckInRules,
): Promise<Parsed<CheckInRules>> {
  const changed: CheckInRules = { ...rules };
  for (const name of ["capacity", "uses"] as const) {
    const count = values[name];
    if (count === undefined) continue;
    const number = /^\d{1,9}$/.test(count) ? Number(count) : Number.NaN;
    if (!(number <= maxRuleNumber))
      return refuse(`--${name} is a whole number from 0 to ${maxRuleNumber}, not "${count}".`);
    if (number === 0) delete changed[name];
    else changed[name] = number;
  }
  const { reentry, opens, closes, groups, closed } = values;
  if (reentry !== undefined) {
    if (!isReentry(reentry))
      return refuse(`--reentry is never, after-exit or always, not "${reentry}".`);
    changed.reentry = reentry;
  }
  if (opens !== undefined) changed.opens = opens;
  if (closes !== undefined) changed.closes = closes;
  const exitAllAt = values["exit-all-at"];
  if (exitAllAt === "") delete changed.exitAllAt;
  else if (exitAllAt !== undefined) changed.exitAllAt = exitAllAt;
  if (groups === "") delete changed.groups;
  else if (groups !== undefined) changed.groups = groups.split(",").map((group) => group.trim());
  if (closed !== undefined) {
    if (!isYesNo(closed)) return refuse(`--closed is yes or no, not "${closed}".`);
    changed.closed = closed === "yes";
  }
  if (values.tap !== undefined) {
    if (!isYesNo(values.tap)) return refuse(`--tap is yes or no, not "${values.tap}".`);
    changed.tap = values.tap === "yes";
  }
  if (values.show !== undefined) changed.shows = values.show.filter((name) => name !== "");
  const keys = { ...changed.keys };
  for (const [option, rule] of [
    ["ignore-case", "ignoreCase"],
    ["contacts", "contacts"],
  ] as const) {
    const answer = values[option];
    if (answer === undefined) continue;
    if (!isYesNo(answer)) return refuse(`--${option} is yes or no, not "${answer}".`);
    keys[rule] = answer === "yes";
  }
  const stripPrefix = values["strip-prefix"];
  if (stripPrefix !== undefined) keys.stripPrefix = stripPrefix;
  if (Object.keys(keys).length > 0) changed.keys = keys;
  if (values.text !== undefined) {
    const [, code, template = ""] = /^([a-z-]+)=(.*)$/s.exec(values.text) ?? [];
    if (code === undefined)
      return refuse(`--text is CODE=TEXT, such as checked-in='Welcome {{ entry.label }}'.`);
    const { [code]: _, ...others }: Record<string, string> = changed.texts ?? {};
    changed.texts = template === "" ? others : { ...others, [code]: template };
  }
  const { findRuleProblem } = await loadRegisterRules();
  const problem = findRuleProblem(changed);
  if (!problem) return { ok: true, value: changed };
  const [field, code] = problem.field.split(".");
  return refuse(
    field === "texts"
      ? `--text${code === undefined ? "" : ` ${code}`}: ${problem.reason}`
      : `--${problem.reason}`,
  );
}

/** Parses `--action`, which is `in` unless given. */
export function parseAction(action: string | undefined): Parsed<Action> {
  if (action === undefined || action === "in") return { ok: true, value: "in" };
  if (action === "out" || action === "toggle") return { ok: true, value: action };
  return refuse(`--action is in, out or toggle, not "${action}".`);
}

/** Parses `--keep-days`; undefined if it was not given. */
export function parseKeepDays(days: string | undefined): Parsed<number | undefined> {
  if (days === undefined) return { ok: true, value: undefined };
  return /^\d{1,5}$/.test(days)
    ? { ok: true, value: Number(days) }
    : refuse(`--keep-days is a whole number of days, and 0 for never, not "${days}".`);
}

function isReentry(text: string): text is NonNullable<CheckInRules["reentry"]> {
  return text === "never" || text === "after-exit" || text === "always";
}

function isYesNo(text: string): boolean {
  return text === "yes" || text === "no";
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
