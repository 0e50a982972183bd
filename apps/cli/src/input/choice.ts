import { type Parsed, refuse } from "./parsed.ts";

/** Parses the value of an option that takes one of a few words. */
export function parseChoice<const Choice extends string>(
  option: string,
  text: string,
  choices: readonly Choice[],
): Parsed<Choice> {
  const value = choices.find((choice) => choice === text);
  if (value !== undefined) return { ok: true, value };
  const names = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  return refuse(`${option} is ${names}, not "${text}".`);
}
