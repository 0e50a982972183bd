import type { Kind, Message, Secrets } from "./kind.ts";

/**
 * Returns placeholders for the secrets of a preview: ‹the name›, or for an address a URL that can
 * be parsed.
 */
export function toPlaceholders(kind: Kind): Secrets {
  const secrets = kind.fields.filter((field) => field.secret);
  return Object.fromEntries(
    secrets.map(({ name, type }) => [
      name,
      type === "url" ? toPlaceholderAddress(name) : `‹${name}›`,
    ]),
  );
}

/** Replaces encoded placeholders in a message, and placeholder URLs, with ‹the name›. */
export function namePlaceholders<SomeMessage extends Message>(
  kind: Kind,
  message: SomeMessage,
): SomeMessage {
  const names = kind.fields.filter((field) => field.secret).map((field) => field.name);
  return mapTexts(message, (text) =>
    names.reduce(
      (text, name) =>
        text
          .replaceAll(encodeURIComponent(`‹${name}›`), `‹${name}›`)
          .replaceAll(toPlaceholderAddress(name), `‹${name}›`),
      text,
    ),
  );
}

const toPlaceholderAddress = (name: string) => `https://secret-${name.toLowerCase()}.invalid/`;

function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
  ) as Value;
}
