import { escapeText } from "../../phone-help/escape.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The description of one field or parameter. */
type Field = { name: string; type: string; presence: string; meaning: string };

/**
 * Renders the properties of an object as a list. Nested properties have names with dots; a schema
 * with a title is linked.
 */
export function renderFields(schema: JsonSchema, direction: "sent" | "returned"): string {
  if (schema.anyOf?.every(({ properties }) => properties)) {
    const variants = schema.anyOf.map((variant) => renderFields(variant, direction));
    return `<p>One of these:</p>${variants.join("<p>or</p>")}`;
  }
  const fields = listFields(schema, direction, "");
  return fields.length > 0 ? renderList(fields) : `<p>${renderType(schema)}</p>`;
}

export function renderList(fields: readonly Field[]): string {
  const rows = fields.map(({ name, type, presence, meaning }) => {
    const kind = presence ? `${type}, ${presence}` : type;
    return `<div><dt><code>${escapeText(name)}</code> <span>${kind}</span></dt><dd>${meaning}</dd></div>`;
  });
  return `<dl class="fields">${rows.join("")}</dl>`;
}

function listFields(schema: JsonSchema, direction: "sent" | "returned", prefix: string): Field[] {
  const { inner, suffix } = unwrapList(schema);
  return Object.entries(inner.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${suffix}${name}`;
    const isRequired = inner.required?.includes(name) ?? false;
    const field: Field = {
      name: path,
      type: renderType(property),
      presence:
        direction === "sent" ? (isRequired ? "required" : "") : isRequired ? "" : "may be missing",
      meaning: describe(property),
    };
    const { inner: nested, suffix: nestedSuffix } = unwrapList(property);
    const isShown = nested.title === undefined && nested.properties !== undefined;
    return isShown ? [field, ...listFields(nested, direction, `${path}${nestedSuffix}.`)] : [field];
  });
}

/** Returns what a list is of, at any depth, with `[]` for each level. */
function unwrapList(schema: JsonSchema): { inner: JsonSchema; suffix: string } {
  if (!schema.items) return { inner: schema, suffix: "" };
  const { inner, suffix } = unwrapList(schema.items);
  return { inner, suffix: `[]${suffix}` };
}

/** Renders a type in words, with a link to a schema that has a title. */
export function renderType(schema: JsonSchema): string {
  const { title, items, anyOf, format } = schema;
  if (title !== undefined) return `<a href="#${toSchemaId(title)}">${escapeText(title)}</a>`;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values)
    return values.map((value) => `<code>${escapeText(String(value))}</code>`).join(" or ");
  if (items) return `list of ${renderType(items)}`;
  if (anyOf?.every((variant) => variant.format)) return "time or date";
  const variants = anyOf ?? (schema.then && schema.else ? [schema.then, schema.else] : undefined);
  if (variants) return [...new Set(variants.map(renderType))].join(" or ");
  if (format === "date-time") return "time";
  return [schema.type ?? "anything"]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(" or ");
}

const typeNames: Record<string, string> = {
  integer: "number",
  string: "text",
  boolean: "true or false",
};

/** Renders the description of a schema with its limits. */
export function describe(schema: JsonSchema): string {
  const { description = "", title, minimum, maximum, maxLength, maxItems } = schema;
  const limits = [
    minimum !== undefined && `${minimum} or more`,
    maximum !== undefined && `${maximum} or less`,
    maxLength !== undefined && `${maxLength} characters at most`,
    maxItems !== undefined && `${maxItems} at most`,
    schema.default !== undefined && `default \`${String(schema.default)}\``,
  ].filter((limit) => limit !== false);
  const text = title === undefined ? description : "";
  const limitText = limits.length > 0 ? `${toSentence(limits.join(", "))}` : "";
  return renderProse([toSentence(text), limitText].filter(Boolean).join(" "));
}

/** Escapes a text, with what stands between backticks as code. */
export function renderProse(text: string): string {
  return escapeText(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

/**
 * Returns a text with a capital letter and a period. A word before a colon is a value and stays as
 * it is.
 */
export function toSentence(text: string): string {
  if (text === "") return "";
  const start = /^(`|\S+:)/.test(text) ? text : text[0]!.toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/** Returns the id of a schema with a title on the page. */
export function toSchemaId(title: string): string {
  return `schema-${title.toLowerCase().replace(/\W+/g, "-")}`;
}
