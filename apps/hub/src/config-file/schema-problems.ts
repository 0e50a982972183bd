import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import type { FieldProblem } from "../destinations/kind.ts";
import { findNearest } from "../nearest.ts";

/**
 * Returns a problem for each part of a value that contradicts the schema, in sentences about the
 * settings file. `path` is the path of the value in the file; the field of each problem begins with
 * it. For an unknown name or choice, the sentence names the nearest valid one.
 */
export function findSchemaProblems(schema: TSchema, value: object, path: string): FieldProblem[] {
  return (
    Value.Errors(schema, value)
      // Each unknown name has a separate error beside this one.
      .filter(({ keyword }) => keyword !== "additionalProperties")
      .map((error) => ({
        field: `${path}${error.instancePath.replaceAll("/", ".")}`,
        reason: explain(error, schema, value),
      }))
  );
}

type SchemaError = ReturnType<typeof Value.Errors>[number];

function explain(error: SchemaError, schema: TSchema, value: object): string {
  const params: Record<string, unknown> = { ...error.params };
  if (error.keyword === "boolean") return explainUnknownName(error, schema);
  if (Array.isArray(params.allowedValues)) {
    const choices: string[] = params.allowedValues.map(String);
    const nearest = findNearest(String(find(value, error.instancePath)), choices);
    const hint = nearest === undefined ? "" : ` The nearest is ${nearest}.`;
    if (choices.length === 1) return `This must be ${choices[0]}.`;
    return `This must be one of ${choices.join(", ")}.${hint}`;
  }
  if (Array.isArray(params.requiredProperties)) {
    return `${params.requiredProperties.join(" and ")} must be set. Add it.`;
  }
  if (error.keyword === "format") {
    return "This must be a time with its zone, such as 2026-11-22T18:00:00+01:00.";
  }
  if ("type" in params) return explainType([params.type].flat().map(String));
  if (error.keyword === "maximum") return `This must be at most ${params.limit}.`;
  if (error.keyword === "minimum") return `This must be at least ${params.limit}.`;
  return `This ${error.message}. Correct it.`;
}

const typeNames: Readonly<Record<string, string>> = {
  boolean: "true or false",
  integer: "a whole number",
  number: "a number",
  array: "a list",
  object: "a mapping",
};

function explainType(types: readonly string[]): string {
  if (types.includes("string")) return "This must be text. Put it in quotes.";
  return `This must be ${types.map((type) => typeNames[type] ?? type).join(" or ")}.`;
}

function explainUnknownName({ schemaPath, instancePath }: SchemaError, schema: TSchema): string {
  const parent = find(schema, schemaPath.replace(/^#/, "").replace(/\/[^/]*$/, ""));
  const names = Object.keys((parent as { properties?: object } | undefined)?.properties ?? {});
  const nearest = findNearest(instancePath.split("/").at(-1) ?? "", names);
  if (nearest !== undefined) return `This name is unknown here. The nearest is ${nearest}.`;
  if (names.length === 0) return "This name is unknown here. Remove it.";
  const hint = names.includes("settings") ? " Fields of the kind go under settings." : "";
  return `This name is unknown here. The names are ${names.join(", ")}.${hint}`;
}

/** Returns the value at a JSON pointer (RFC 6901); undefined if there is none. */
function find(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null) return undefined;
    if (!Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
