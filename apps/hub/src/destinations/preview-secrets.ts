import type { Kind, Message, Secrets } from "./kind.ts";

/** Returns placeholders for the secrets of a preview: ‹their names›, and for an address one that can be parsed. */
export function toPlaceholders(kind: Kind): Secrets {
  const secrets = kind.fields.filter((field) => field.secret);
  return Object.fromEntries(
    secrets.map(({ name, type }) => [
      name,
      type === "url" ? placeholderAddress(name) : `‹${name}›`,
    ]),
  );
}

/** Replaces encoded placeholders in a message, and those for addresses, with ‹their names›. */
export function namePlaceholders<One extends Message>(kind: Kind, message: One): One {
  const names = kind.fields.filter((field) => field.secret).map((field) => field.name);
  return mapTexts(message, (text) =>
    names.reduce(
      (text, name) =>
        text
          .replaceAll(encodeURIComponent(`‹${name}›`), `‹${name}›`)
          .replaceAll(placeholderAddress(name), `‹${name}›`),
      text,
    ),
  );
}

const placeholderAddress = (name: string) => `https://secret-${name.toLowerCase()}.invalid/`;

function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]),
  ) as Value;
}
