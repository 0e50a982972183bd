import { parseLength } from "../lengths/parse-length.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";
import { type AllowedValue, describeAllowed, type PlanProblem } from "./plan-problem.ts";

/**
 * The first problem of a file, thrown to leave the parser. Only `parsePlan` catches it.
 */
export class FirstProblem extends Error {
  readonly problem: PlanProblem;
  constructor(problem: PlanProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Throws the problem of a wrong value. */
export function refuse(path: string, allowed: AllowedValue): never {
  const expected = describeAllowed(allowed);
  throw new FirstProblem({ kind: "wrongValue", path, expected, allowed });
}

/** An object of the file, and its path in the file. */
export type Fields = { path: string; values: Record<string, unknown> };

/** Checks that a value is an object without other fields than `names`. Throws `FirstProblem`. */
export function readFields(value: unknown, path: string, names: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuse(path || "The file", { kind: "object", isFile: path === "" });
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new FirstProblem({ kind: "unknownField", path: join(path, unknown) });
  return { path, values: value as Record<string, unknown> };
}

export const join = (path: string, name: string): string =>
  path === "" ? name : `${path}.${name}`;

/** Returns the value of a field, or undefined if the object has no own field of this name. */
export const fieldOf = ({ values }: Fields, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export function readText(fields: Fields, name: string, maxLength = 100): string {
  const value = fieldOf(fields, name);
  if (typeof value !== "string" || value.trim() === "" || value.length > maxLength)
    refuse(join(fields.path, name), { kind: "text", maxLength });
  return value;
}

export function readChoice<T extends string>(
  fields: Fields,
  name: string,
  choices: readonly T[],
  fallback?: T,
): T {
  const value = fieldOf(fields, name) ?? fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) refuse(join(fields.path, name), { kind: "choice", choices });
  return choice;
}

/** Returns the members of a list, each parsed by `read`. Throws `FirstProblem`. */
export function readList<T>(
  fields: Fields,
  name: string,
  { min, max, optional = false }: { min: number; max: number; optional?: boolean },
  read: (value: unknown, path: string) => T,
): T[] {
  const value = fieldOf(fields, name) ?? (optional ? [] : undefined);
  const path = join(fields.path, name);
  if (!Array.isArray(value) || value.length < min || value.length > max)
    refuse(path, { kind: "list", min, max });
  return value.map((member, index) => read(member, `${path}[${index}]`));
}

/** A range of lengths in meters, both ends included. */
export type Range = { from: number; to: number };

/**
 * Returns the length in a field in meters. The field is a number, or a text that `parseLength`
 * reads. Returns undefined if the file has no such field. Throws `FirstProblem` for other values.
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
  if (typeof meters !== "number" || !(meters >= from && meters <= to))
    refuse(join(fields.path, name), { kind: "length", from, to });
  return meters;
}
