import type { JsonSchema } from "./json-schema.ts";
import { anchor, blocks, code, list, prose, sentence } from "./markdown.ts";

/**
 * Lists the properties of an object. Nested properties have names with dots. A schema with a title
 * is only linked. The page has hundreds of properties, and a list takes a third of the elements of
 * a table.
 */
export function formatFields(schema: JsonSchema, direction: "returned" | "sent"): string {
  const variants = schema.anyOf?.every((variant) => variant.properties) ? schema.anyOf : undefined;
  if (variants) {
    return blocks("One of these:", ...variants.map((variant) => formatFields(variant, direction)));
  }
  return list(toItems(schema, direction, ""));
}

function toItems(schema: JsonSchema, direction: "returned" | "sent", prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const { nested, suffix } = findNested(property);
    const isRequired = schema.required?.includes(name) ?? false;
    const presence =
      direction === "sent" ? isRequired && "required" : !isRequired && "may be missing";
    const item = formatField(code(path), typeOf(property), presence, describeMeaning(property));
    return nested ? [item, ...toItems(nested, direction, `${path}${suffix}.`)] : [item];
  });
}

/**
 * Formats a field as one item: `name` (type, presence): meaning. The presence is left out when it
 * is false.
 */
export function formatField(
  name: string,
  type: string,
  presence: string | false,
  meaning: string,
): string {
  const kind = presence ? `${type}, ${presence}` : type;
  return `${name} (${kind})${meaning && `: ${meaning}`}`.replace(/\s*\n\s*/g, " ");
}

/**
 * Finds the nested schema to describe in the same list, which is an object without a title or a
 * list of such objects.
 */
function findNested(schema: JsonSchema): { nested?: JsonSchema; suffix: string } {
  if (schema.items) return { ...findNested(schema.items), suffix: "[]" };
  if (schema.title !== undefined || !schema.properties) return { suffix: "" };
  return { nested: schema, suffix: "" };
}

/** Returns a type in words: `a` or `b`, list of Scan, number. */
export function typeOf(schema: JsonSchema): string {
  if (schema.title !== undefined)
    return `[${schema.title}](api-objects.md#${anchor(schema.title)})`;
  const values = listValues(schema);
  if (values) return values.map((value) => code(String(value))).join(" or ");
  const list = schema.items && `list of ${typeOf(schema.items)}`;
  if (list && !Array.isArray(schema.type)) return list;
  if (schema.then && schema.else) return `${typeOf(schema.then)} or ${typeOf(schema.else)}`;
  if (schema.anyOf?.every(({ format }) => format)) return "time or date";
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.format === "date-time") return "time";
  const types = schema.type === undefined ? ["anything"] : [schema.type].flat();
  return types.map((type) => (type === "array" && list) || (typeNames[type] ?? type)).join(" or ");
}

const typeNames: Record<string, string> = {
  integer: "number",
  string: "text",
  boolean: "`true` or `false`",
  null: "`null`",
};

function listValues(schema: JsonSchema): unknown[] | undefined {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const values = schema.anyOf?.map(listValues);
  return values?.every((value) => value !== undefined) ? values.flat() : undefined;
}

/** Returns the description of a schema and its limits. */
export function describeMeaning(schema: JsonSchema): string {
  const { description, minimum, maximum, maxLength, maxItems, default: defaultValue } = schema;
  const text =
    description === undefined || schema.title !== undefined ? "" : prose(sentence(description));
  const limits = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && minimum > 0 && maximum === undefined && `${minimum} or more`,
    maxLength !== undefined && `${maxLength} characters at most`,
    maxItems !== undefined && `${maxItems} at most`,
    defaultValue !== undefined && `default ${code(String(defaultValue))}`,
  ].filter((limit) => limit !== false);
  return [text, limits.length > 0 && sentence(limits.join(", "))].filter(Boolean).join(" ");
}
