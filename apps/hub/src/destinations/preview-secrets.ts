import type { Kind, Message, Secrets } from "./kind.ts";

/** Secrets for a preview: each is ‹its name›, and an address is one that can be read and found again. */
export function nameSecrets(kind: Kind): Secrets {
  const secrets = kind.fields.filter((field) => field.secret);
  return Object.fromEntries(
    secrets.map(({ name, type }) => [name, type === "url" ? standIn(name) : `‹${name}›`]),
  );
}

/** Shows names also where a kind encoded them, and the addresses that stood for secret ones. */
export function showMessage<One extends Message>(kind: Kind, message: One): One {
  const names = kind.fields.filter((field) => field.secret).map((field) => field.name);
  return mapTexts(message, (text) =>
    names.reduce(
      (text, name) =>
        text
          .replaceAll(encodeURIComponent(`‹${name}›`), `‹${name}›`)
          .replaceAll(standIn(name), `‹${name}›`),
      text,
    ),
  );
}

const standIn = (name: string) => `https://secret-${name.toLowerCase()}.invalid/`;

function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === "string") return change(value) as Value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]),
  ) as Value;
}
