import { parseArgs } from "node:util";
import { findNearest } from "@scanhook/hub/nearest";

/**
 * One option of a command. An option with `value` (its placeholder in the help) takes a value;
 * without `value` it is a switch. With `many` it may be given several times.
 */
export type Option = { value?: string; many?: true; help: string };
export type Options = Record<string, Option>;
export type Values<O extends Options> = {
  [Name in keyof O]?: O[Name] extends { many: true }
    ? string[]
    : O[Name] extends { value: string }
      ? string
      : true;
};
export type Arguments<O extends Options> =
  | { ok: true; values: Values<O>; positionals: string[] }
  | { ok: false; reason: string };

/**
 * Parses a command's arguments by its table of options. `requiredNames` are the names of the
 * positionals that the command requires, such as `["URL"]`. If the last name ends in `…`, it takes
 * one or more words, and in `[NAME…]` any number; `|` separates alternatives. The reason of a
 * refusal has one sentence for each problem, one on each line.
 */
export function parseArguments<O extends Options>(
  args: string[],
  options: O,
  requiredNames: readonly string[] = [],
): Arguments<O> {
  const { tokens } = parseArgs({
    args,
    options: toNodeOptions(options),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | string[] | true> = {};
  const positionals: string[] = [];
  const problems: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option || rawName !== `--${name}`) {
      problems.push(describeUnknownOption(rawName, options));
    } else if (name in values && !option.many) {
      problems.push(`${rawName} is given twice; give it once.`);
    } else if (option.value === undefined) {
      if (value !== undefined) problems.push(`${rawName} is a switch and takes no value.`);
      values[name] = true;
    } else if (value === undefined) {
      problems.push(`${rawName} needs a value: ${rawName} ${option.value}.`);
    } else if (!inlineValue && value.length > 1 && value.startsWith("-")) {
      problems.push(
        `${rawName} needs a value: ${rawName} ${option.value}. (Write a value that starts with a dash as ${rawName}=${value}.)`,
      );
    } else {
      const previous = values[name];
      values[name] = option.many ? [...(Array.isArray(previous) ? previous : []), value] : value;
    }
  }
  // The value of an unknown option would count as a surplus positional, so positionals are checked
  // only if the options are right.
  const problem =
    problems.length === 0 ? findPositionalProblem(positionals, requiredNames) : undefined;
  if (problem) problems.push(problem);
  return problems.length > 0
    ? { ok: false, reason: problems.join("\n") }
    : { ok: true, values: values as unknown as Values<O>, positionals };
}

function toNodeOptions(options: Options) {
  const entries = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ("boolean" as const) : ("string" as const) },
  ]);
  return Object.fromEntries(entries);
}

function describeUnknownOption(rawName: string, options: Options): string {
  const knownNames = Object.keys(options).map((name) => `--${name}`);
  const suggestion = findNearest(rawName, knownNames);
  return `There is no option ${rawName}${suggestion ? `; did you mean ${suggestion}?` : "."}`;
}

function findPositionalProblem(
  positionals: string[],
  requiredNames: readonly string[],
): string | undefined {
  const missing = requiredNames[positionals.length];
  if (missing && !missing.startsWith("["))
    return `${joinWithOr(missing.replace("…", "").split("|"))} is missing.`;
  const surplus = positionals[requiredNames.length];
  if (surplus !== undefined && !/…\]?$/.test(requiredNames.at(-1) ?? "")) {
    return `"${surplus}" is one word too many.`;
  }
}

function joinWithOr(names: string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" or ");
}
