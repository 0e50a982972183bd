import type { Secrets } from "./kind.ts";
import type { HttpOutcome } from "./wires/http-outcome.ts";

/** A destination may repeat what it was sent: no secret gets into what is kept of its answer. */
export function redact<Outcome extends HttpOutcome>(outcome: Outcome, secrets: Secrets): Outcome {
  const { answer, contentType } = outcome;
  const clean = (text: string) => hideSecrets(text, secrets);
  return {
    ...outcome,
    ...(answer !== undefined && { answer: clean(answer) }),
    ...(contentType !== undefined && { contentType: clean(contentType) }),
    ...(outcome.kind === "failed" && { error: clean(outcome.error) }),
  };
}

/**
 * The text with ‹its name› in the place of each secret. Where the text was cut within one, its beginning is at the end:
 * that is hidden as well. So a text may be cut before, and has to be hidden before it is put into another one.
 */
export function hideSecrets(text: string, secrets: Secrets): string {
  if (text === "") return text;
  const forms = formsOf(secrets);
  const whole = forms.reduce((text, { form, shown }) => text.replaceAll(form, shown), text);
  const begun = forms
    .map(({ form, shown }) => ({ at: findBeginning(whole, form), shown }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0];
  return begun ? whole.slice(0, begun.at) + begun.shown : whole;
}

/** Shorter ones are in every text by chance, and hide nothing. */
const shortest = 4;

/** Where the text ends with the beginning of this; -1: it does not. */
function findBeginning(text: string, form: string): number {
  const head = form.slice(0, shortest);
  let at = text.indexOf(head, Math.max(0, text.length - form.length + 1));
  while (at >= 0 && !form.startsWith(text.slice(at))) at = text.indexOf(head, at + 1);
  return at;
}

type Form = { form: string; shown: string };

/** The same secrets come again with every delivery. */
const known = new WeakMap<Secrets, readonly Form[]>();

/** Longest first: a part of a secret must not take the place of the whole. */
function formsOf(secrets: Secrets): readonly Form[] {
  const there = known.get(secrets);
  if (there) return there;
  const forms = Object.entries(secrets)
    .flatMap(([name, secret]) => waysToWrite(secret).map((form) => ({ form, shown: `‹${name}›` })))
    .filter(({ form }) => form.length >= shortest)
    .sort((one, other) => other.form.length - one.form.length);
  known.set(secrets, forms);
  return forms;
}

/** As it is, line by line, as a part of an address; and each of these as a page or a program would repeat it. */
function waysToWrite(secret: string): string[] {
  const lines = secret.split("\n");
  const paths = lines.flatMap((line) => {
    const url = /^https?:/.test(line) ? URL.parse(line) : null;
    return url ? [url.pathname, url.search.slice(1), ...url.searchParams.values()] : [];
  });
  const plain = [secret, ...lines, ...paths];
  return [...new Set(plain.flatMap((one) => encodings.map((encode) => encode(one))))];
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

const encodings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text.toWellFormed()),
  (text) => new URLSearchParams([["", text]]).toString().slice(1),
  inJson,
  // As PHP and Python write it.
  (text) => toAscii(inJson(text).replaceAll("/", "\\/")),
  (text) => toAscii(inJson(text)),
  (text) => text.replace(/[&<>"']/g, (char) => inHtml[char] ?? char),
  // Bytes of a header that were taken for Latin-1.
  (text) => Buffer.from(text, "utf8").toString("latin1"),
];

const inHtml: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function toAscii(text: string): string {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
