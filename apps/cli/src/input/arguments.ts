import { parseArgs } from "node:util";
import { nearest } from "../nearest.ts";

/** One option of a command: with `value` (its placeholder in the help) it takes a value, without it is a switch. */
export type Option = { value?: string; help: string };
export type Options = Record<string, Option>;
export type Values<O extends Options> = {
  [Name in keyof O]?: O[Name] extends { value: string } ? string : true;
};
export type Arguments<O extends Options> =
  | { ok: true; values: Values<O>; words: string[] }
  | { ok: false; reason: string };

/**
 * Reads a command's arguments against its table. `words` names the words it needs besides options, such as `["URL"]`;
 * a last name ending in `…` takes one or more. What does not fit comes back as one sentence for the user.
 */
export function parseArguments<O extends Options>(
  args: string[],
  options: O,
  words: readonly string[] = [],
): Arguments<O> {
  const { tokens } = parseArgs({
    args,
    options: toNodeOptions(options),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values: Record<string, string | true> = {};
  const found: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") found.push(token.value);
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option || rawName !== `--${name}`) return refuse(unknownOption(rawName, options));
    if (name in values) return refuse(`${rawName} is given twice; give it once.`);
    if (option.value === undefined) {
      if (value !== undefined) return refuse(`${rawName} is a switch and takes no value.`);
      values[name] = true;
    } else if (value === undefined) {
      return refuse(`${rawName} needs a value: ${rawName} ${option.value}.`);
    } else if (!inlineValue && value.length > 1 && value.startsWith("-")) {
      return refuse(
        `${rawName} needs a value: ${rawName} ${option.value}. (A value that starts with a dash is written ${rawName}=${value}.)`,
      );
    } else {
      values[name] = value;
    }
  }
  const reason = misfit(found, words);
  return reason
    ? refuse(reason)
    : { ok: true, values: values as unknown as Values<O>, words: found };
}

function toNodeOptions(options: Options) {
  const entries = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ("boolean" as const) : ("string" as const) },
  ]);
  return Object.fromEntries(entries);
}

function unknownOption(rawName: string, options: Options): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  const near = nearest(rawName, names);
  return `There is no option ${rawName}${near ? `; did you mean ${near}?` : "."}`;
}

function misfit(found: string[], words: readonly string[]): string | undefined {
  const missing = words[found.length];
  if (missing) return `${anyOf(missing.replace("…", "").split("|"))} is missing.`;
  const surplus = found[words.length];
  if (surplus !== undefined && !words.at(-1)?.endsWith("…")) {
    return `"${surplus}" is one word too many.`;
  }
}

function anyOf(names: string[]): string {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" or ");
}

function refuse(reason: string) {
  return { ok: false as const, reason };
}
