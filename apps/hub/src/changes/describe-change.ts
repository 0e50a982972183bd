import { isDeepStrictEqual } from "node:util";
import type { ChangedField, NewChange } from "../store/changes.ts";
import type { Thing } from "./things.ts";

/**
 * Returns what changed between two readings of a thing, of which one may be missing, and the names
 * of secrets that were set. Undefined if nothing did. A field that had or has no value is null. A
 * thing that was added or removed has all its fields except those that are off. Of more than 50,000
 * characters or 200 fields, as rules with many codes have, there are the beginnings.
 */
export function describeChange(
  before: Thing | undefined,
  after: Thing | undefined,
  secrets: readonly string[] = [],
): Pick<NewChange, "name" | "action" | "fields"> | undefined {
  const { name } = after ?? before ?? {};
  if (name === undefined) return undefined;
  const [from, to] = [before, after].map((thing) => flatten(thing?.fields));
  const hidden = secrets.map((field) => ({ field }));
  if (!before)
    return { name, action: "added", fields: [...shorten(listValues(to!, "to")), ...hidden] };
  if (!after) return { name, action: "removed", fields: shorten(listValues(from!, "from")) };
  const renamed = before.name === name ? [] : [{ field: "name", from: before.name, to: name }];
  const fields = [...renamed, ...shorten(compare(from!, to!)), ...hidden];
  return fields.length === 0 ? undefined : { name, action: "changed", fields };
}

/**
 * Returns the fields that differ between two objects, with dots between levels, whole and in the
 * order in which they come. A field that has no value is null.
 */
export function compareFields(
  before: object,
  after: object,
): { field: string; from: unknown; to: unknown }[] {
  return compare(flatten(before), flatten(after));
}

type Values = ReadonlyMap<string, unknown>;

function compare(before: Values, after: Values) {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [from = null, to = null] = [before.get(field), after.get(field)];
    return isDeepStrictEqual(from, to) ? [] : [{ field, from, to }];
  });
}

function listValues(values: Values, side: "from" | "to"): ChangedField[] {
  return [...values]
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([field, value]) => ({ field, [side]: value }));
}

const maxFields = 200;
const maxLength = 50_000;
const startLength = 200;

/** Shortens values beyond the limits, because a page of the journal has up to 200 entries. */
function shorten(fields: readonly ChangedField[]): ChangedField[] {
  let left = maxLength;
  const shortenValue = (value: unknown) => {
    const json = JSON.stringify(value);
    if (json.length <= left) {
      left -= json.length;
      return value;
    }
    return `${json.slice(0, startLength).toWellFormed()}… (${json.length} characters)`;
  };
  const shown = fields.slice(0, maxFields).map(({ field, ...values }) => ({
    field: field.slice(0, startLength),
    ...Object.fromEntries(
      Object.entries(values).map(([side, value]) => [side, shortenValue(value)]),
    ),
  }));
  const more = fields.length - shown.length;
  return more > 0 ? [...shown, { field: `${more} more fields` }] : shown;
}

/**
 * Returns the values of an object by their paths, with dots between levels. Lists stay whole, and
 * an empty text is no value.
 */
function flatten(fields: object = {}, path = ""): Map<string, unknown> {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, unknown][] => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject) return [...flatten(value, `${path}${key}.`)];
    return [[`${path}${key}`, value === "" ? undefined : value]];
  });
  return new Map(entries);
}
