import { parseLength } from "../lengths/parse-length.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";
import type { PlanProblem } from "./plan-problem.ts";

/**
 * The first problem of a file, thrown on the way out of the parser and caught only by `parsePlan`.
 */
export class FirstProblem extends Error {
  readonly problem: PlanProblem;
  constructor(problem: PlanProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export function refuse(path: string, expected: string): never {
  throw new FirstProblem({ kind: "wrongValue", path, expected });
}

/** An object of the file and its path there. */
export type Fields = { path: string; values: Record<string, unknown> };

/** Returns an object that has none but the named fields. */
export function readFields(value: unknown, path: string, names: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuse(path || "The file", "an object");
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new FirstProblem({ kind: "unknownField", path: join(path, unknown) });
  return { path, values: value as Record<string, unknown> };
}

export const join = (path: string, name: string): string =>
  path === "" ? name : `${path}.${name}`;

/** Returns the value of a field, or undefined if there is no such field of the object itself. */
export const fieldOf = ({ values }: Fields, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export function readText(fields: Fields, name: string, maxLength = 100): string {
  const value = fieldOf(fields, name);
  if (typeof value !== "string" || value.trim() === "" || value.length > maxLength)
    refuse(join(fields.path, name), `a text of 1 to ${maxLength} characters`);
  return value;
}

export function readChoice<T extends string>(
  fields: Fields,
  name: string,
  choices: readonly T[],
  otherwise?: T,
): T {
  const value = fieldOf(fields, name) ?? otherwise;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) refuse(join(fields.path, name), `one of ${choices.join(", ")}`);
  return choice;
}

/** Returns the parsed members of a list. */
export function readList<T>(
  fields: Fields,
  name: string,
  { min, max, optional = false }: { min: number; max: number; optional?: boolean },
  read: (value: unknown, path: string) => T,
): T[] {
  const value = fieldOf(fields, name) ?? (optional ? [] : undefined);
  const path = join(fields.path, name);
  if (!Array.isArray(value) || value.length < min || value.length > max)
    refuse(path, `a list of ${min} to ${max} entries`);
  return value.map((member, index) => read(member, `${path}[${index}]`));
}

/** The ends of a range of meters, both included. */
export type Range = { from: number; to: number };

/**
 * Returns the meters of a field: a number, or a text as `parseLength` reads it. Returns undefined
 * if the file has no such field.
 */
export function readLength(
  fields: Fields,
  name: string,
  units: UnitSystem,
  { from, to }: Range,
): number | undefined {
  const value = fieldOf(fields, name);
  if (value === undefined) return undefined;
  const parsed = typeof value === "string" ? parseLength(value, units) : undefined;
  const meters = parsed?.ok ? parsed.meters : value;
  if (typeof meters !== "number" || !(meters >= from && meters <= to)) {
    refuse(
      join(fields.path, name),
      `a length from ${from} to ${to} m: a number of meters or a text such as "3.62 m" or "11' 10 1/2\\""`,
    );
  }
  return meters;
}
