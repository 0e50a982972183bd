import type { Secrets } from "./kind.ts";
import type { HttpOutcome } from "./wires/http-outcome.ts";

/**
 * Removes secrets from an outcome, because the response of a destination may repeat parts of the
 * request.
 */
export function redact<Outcome extends HttpOutcome>(outcome: Outcome, secrets: Secrets): Outcome {
  const { response, contentType } = outcome;
  const clean = (text: string) => hideSecrets(text, secrets);
  return {
    ...outcome,
    response: response && clean(response),
    contentType: contentType && clean(contentType),
    ...(outcome.kind === "failed" && { error: clean(outcome.error) }),
  };
}

/**
 * Replaces each secret in a text with ‹its name›, also a secret that is cut off at the end of the
 * text.
 * Truncate a text before calling this, and call this before inserting the text into another one.
 */
export function hideSecrets(text: string, secrets: Secrets): string {
  if (text === "") return text;
  const forms = getForms(secrets);
  const withoutWholeSecrets = forms.reduce(
    (text, { form, replacement }) => text.replaceAll(form, replacement),
    text,
  );
  const [cutOff] = forms
    .map(({ form, replacement }) => ({
      index: findCutOff(withoutWholeSecrets, form),
      replacement,
    }))
    .filter(({ index }) => index >= 0)
    .sort((first, second) => first.index - second.index);
  return cutOff
    ? withoutWholeSecrets.slice(0, cutOff.index) + cutOff.replacement
    : withoutWholeSecrets;
}

/** Shorter secrets occur in any text by chance. */
const minLength = 4;

/**
 * Returns the index at which the text ends with the beginning of this form; -1 if it does not.
 */
function findCutOff(text: string, form: string): number {
  const beginning = form.slice(0, minLength);
  let index = text.indexOf(beginning, Math.max(0, text.length - form.length + 1));
  while (index >= 0 && !form.startsWith(text.slice(index)))
    index = text.indexOf(beginning, index + 1);
  return index;
}

/** One way to write a secret, and the text that replaces it. */
type Form = { form: string; replacement: string };

/** All deliveries to a destination share one object of secrets. */
const cache = new WeakMap<Secrets, readonly Form[]>();

/**
 * Returns the forms of all secrets, the longest first, so that a part of a secret does not replace
 * the whole.
 */
function getForms(secrets: Secrets): readonly Form[] {
  const cached = cache.get(secrets);
  if (cached) return cached;
  const forms = Object.entries(secrets)
    .flatMap(([name, secret]) =>
      listForms(secret).map((form) => ({ form, replacement: `‹${name}›` })),
    )
    .filter(({ form }) => form.length >= minLength)
    .sort((first, second) => second.form.length - first.form.length);
  cache.set(secrets, forms);
  return forms;
}

/**
 * Lists a secret, its lines and the parts of an address in it, each in every encoding that a
 * response may use.
 */
function listForms(secret: string): string[] {
  const lines = secret.split("\n");
  const paths = lines.flatMap((line) => {
    const url = /^https?:/.test(line) ? URL.parse(line) : null;
    return url ? [url.pathname, url.search.slice(1), ...url.searchParams.values()] : [];
  });
  const plainForms = [secret, ...lines, ...paths];
  return [...new Set(plainForms.flatMap((form) => encodings.map((encode) => encode(form))))];
}

const escapeJson = (text: string) => JSON.stringify(text).slice(1, -1);

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => new URLSearchParams([["", text]]).toString().slice(1),
  escapeJson,
  // As PHP and Python write JSON.
  (text) => escapeNonAscii(escapeJson(text).replaceAll("/", "\\/")),
  (text) => escapeNonAscii(escapeJson(text)),
  (text) => text.replace(/[&<>"']/g, (char) => htmlEntities[char] ?? char),
  // The bytes of a header, decoded as Latin-1.
  (text) => Buffer.from(text, "utf8").toString("latin1"),
];

const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeNonAscii(text: string): string {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
