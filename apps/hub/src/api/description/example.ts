import type { JsonSchema, Operation } from "./json-schema.ts";

/** Returns a call of an endpoint with curl, with every required field of its body. */
export function exampleCall(method: string, path: string, operation: Operation): string {
  const isPublic = (operation.security ?? []).length === 0;
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const parts = [
    method === "GET" ? "curl" : `curl -X ${method}`,
    ...(isPublic ? [] : ['-H "Authorization: Bearer $SCANHOOK_TOKEN"']),
    ...(schema
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(exampleOf(schema))}'`]
      : []),
    `"$HUB${url}"`,
  ];
  const line = parts.join(" ");
  return line.length <= 80 ? line : parts.join(" \\\n  ");
}

/**
 * Returns a value that fits the type of a schema. An object without required fields has its first
 * one.
 */
export function exampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  const given = schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const variant = schema.anyOf?.[0] ?? schema.then;
  if (variant) return exampleOf(variant);
  const type = [schema.type].flat()[0];
  if (type === "object") {
    const properties = Object.entries(schema.properties ?? {});
    const required = properties.filter(([name]) => schema.required?.includes(name));
    const shown = required.length > 0 ? required : properties.slice(0, 1);
    return Object.fromEntries(shown.map(([name, value]) => [name, exampleOf(value)]));
  }
  if (type === "array") return schema.items ? [exampleOf(schema.items)] : [];
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  return schema.format === "date-time" ? "2026-05-12T14:23:01Z" : "text";
}
