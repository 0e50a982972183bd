import type { ChangedField } from "../store/changes.ts";

/**
 * Returns the fields of a change on one line, such as `title: Gate → Door; password`. A field
 * without a value is `–`, and a secret has its name only.
 */
export function formatFields(fields: readonly ChangedField[]): string {
  return fields.map(formatField).join("; ");
}

function formatField({ field, ...values }: ChangedField): string {
  const sides = (["from", "to"] as const).filter((side) => side in values);
  if (sides.length === 0) return field;
  return `${field}: ${sides.map((side) => formatValue(values[side])).join(" → ")}`;
}

function formatValue(value: unknown): string {
  if (value === null) return "–";
  if (typeof value === "string") return value;
  const isListOfWords = Array.isArray(value) && value.every((item) => typeof item !== "object");
  return isListOfWords && value.length > 0 ? value.join(", ") : JSON.stringify(value);
}
