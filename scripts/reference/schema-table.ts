import type { JsonSchema } from "./described-hub.ts";
import { anchor, blocks, code, prose, sentence, table } from "./markdown.ts";

export type SchemaRow = [name: string, type: string, presence: string, meaning: string];

/** The properties of an object, those of objects inside it with dots; a schema with a title is only named. */
export function schemaTable(schema: JsonSchema, always: "answered" | "sent"): string {
  const variants = schema.anyOf?.every((one) => one.properties) ? schema.anyOf : undefined;
  if (variants) {
    return blocks("One of these:", ...variants.map((one) => schemaTable(one, always)));
  }
  const presence = always === "sent" ? "Needed" : "Always there";
  return table(["Field", "Type", presence, "Meaning"], toRows(schema, ""));
}

function toRows(schema: JsonSchema, prefix: string): SchemaRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]): SchemaRow[] => {
    const path = `${prefix}${name}`;
    const { inner, suffix } = toInner(property);
    const isNeeded = schema.required?.includes(name) ?? false;
    const row: SchemaRow = [
      code(path),
      typeOf(property),
      isNeeded ? "yes" : "",
      meaningOf(property),
    ];
    return inner ? [row, ...toRows(inner, `${path}${suffix}.`)] : [row];
  });
}

/** An object without a title, also as the items of a list, is described where it stands. */
function toInner(schema: JsonSchema): { inner?: JsonSchema; suffix: string } {
  if (schema.items) return { ...toInner(schema.items), suffix: "[]" };
  if (schema.title !== undefined || !schema.properties) return { suffix: "" };
  return { inner: schema, suffix: "" };
}

/** The type as people say it: `a` or `b`, list of Scan, number. */
export function typeOf(schema: JsonSchema): string {
  if (schema.title !== undefined) return `[${schema.title}](#${anchor(schema.title)})`;
  const values = valuesOf(schema);
  if (values) return values.map((value) => code(String(value))).join(" or ");
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.then && schema.else) return `${typeOf(schema.then)} or ${typeOf(schema.else)}`;
  if (schema.anyOf?.every(({ format }) => format)) return "time or date";
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.format === "date-time") return "time";
  const types = schema.type === undefined ? ["anything"] : [schema.type].flat();
  return types.map((type) => names[type] ?? type).join(" or ");
}

const names: Record<string, string> = {
  integer: "number",
  string: "text",
  boolean: "`true` or `false`",
  null: "`null`",
};

function valuesOf(schema: JsonSchema): unknown[] | undefined {
  if (schema.enum) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const all = schema.anyOf?.map(valuesOf);
  return all?.every((one) => one !== undefined) ? all.flat() : undefined;
}

/** What it says of itself, then its limits. */
export function meaningOf(schema: JsonSchema): string {
  const { description, minimum, maximum, maxLength, maxItems, default: usual } = schema;
  const said =
    description === undefined || schema.title !== undefined ? "" : prose(sentence(description));
  const limits = [
    minimum !== undefined && maximum !== undefined && `${minimum} to ${maximum}`,
    minimum !== undefined && minimum > 0 && maximum === undefined && `${minimum} or more`,
    maxLength !== undefined && `${maxLength} characters at most`,
    maxItems !== undefined && `${maxItems} at most`,
    usual !== undefined && `default ${code(String(usual))}`,
  ].filter((limit) => limit !== false);
  return [said, limits.length > 0 && sentence(limits.join(", "))].filter(Boolean).join(" ");
}
