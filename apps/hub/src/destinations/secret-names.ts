import type { HttpOutcome } from "./http-outcome.ts";
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

/** A destination may repeat what it was sent: no secret gets into what is kept of its answer. */
export function redact<Outcome extends HttpOutcome>(outcome: Outcome, secrets: Secrets): Outcome {
  const clean = (text: string) => hideSecrets(text, secrets);
  return {
    ...outcome,
    ...(outcome.answer !== undefined && { answer: clean(outcome.answer) }),
    ...(outcome.kind === "failed" && { error: clean(outcome.error) }),
  };
}

/** The text with ‹its name› in the place of each secret. */
export function hideSecrets(text: string, secrets: Secrets): string {
  return Object.entries(secrets)
    .flatMap(([name, secret]) => forms(secret).map((form) => [form, `‹${name}›`] as const))
    .filter(([form]) => form.length >= shortest)
    .sort(([a], [b]) => b.length - a.length)
    .reduce((text, [form, shown]) => text.replaceAll(form, shown), text);
}

/** Shorter ones are in every text by chance, and hide nothing. */
const shortest = 4;

/** How a secret may be written: as it is, line by line, encoded, as a part of an address. */
function forms(secret: string): string[] {
  const lines = secret.split("\n");
  const paths = lines.flatMap((line) => {
    const url = /^https?:/.test(line) ? URL.parse(line) : null;
    return url ? [url.pathname, url.search.slice(1), ...url.searchParams.values()] : [];
  });
  const plain = [secret, ...lines, ...paths];
  return [
    ...plain,
    ...plain.map((one) => encodeURIComponent(one.toWellFormed())),
    ...plain.map((one) => JSON.stringify(one).slice(1, -1)),
  ];
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
