import { findPermanentRefusal } from "../egress/egress.ts";
import { findNearest } from "../nearest.ts";
import { type Parsed, refuse } from "../parsed.ts";
import { checkScanTemplate } from "../shaping/scan-template.ts";
import { say } from "../texts/exact-message.ts";
import type { Field, FieldProblem, Kind, Secrets, Settings } from "./kind.ts";

export type ParsedFields =
  | { ok: true; settings: Settings; secrets: Secrets }
  /** The first mistake, and the others if there are more. */
  | ({ ok: false; more?: readonly FieldProblem[] | undefined } & FieldProblem);

/**
 * Parses the settings and secrets of a destination, given in one mapping. "" and null count as
 * missing, and so do fields that the values of other fields make inactive. `storedSecrets` names
 * secrets that are stored already. Never throws.
 */
export function parseFields(
  kind: Kind,
  input: Readonly<Record<string, unknown>>,
  storedSecrets: readonly string[] = [],
): ParsedFields {
  const settings: Settings = {};
  const secrets: Secrets = {};
  const { problems, misspelled } = findUnknownFields(kind, input);
  // A field may or may not be active while the field that its `when` names is invalid.
  const undecided = new Set<string>();
  for (const field of kind.fields) {
    const { name, when } = field;
    const isUndecided = when !== undefined && undecided.has(when.field);
    if (!isUndecided && !isActive(kind, field, settings)) continue;
    const isGiven = Object.hasOwn(input, name);
    if (isUndecided || (misspelled.has(name) && !isGiven)) {
      undecided.add(name);
      continue;
    }
    const parsed = parseField(field, isGiven ? input[name] : undefined, storedSecrets);
    if ("reason" in parsed) {
      problems.push({ field: name, reason: parsed.reason });
      undecided.add(name);
    } else if (parsed.value !== undefined) {
      if (field.secret) secrets[name] = [parsed.value].flat().join("\n");
      else settings[name] = parsed.value;
    }
  }
  const [first, ...more] = problems;
  if (first) return { ok: false, ...first, more: more.length > 0 ? more : undefined };
  const problem = kind.checkFields?.({ settings: completeSettings(kind, settings), secrets });
  return problem ? { ok: false, ...problem } : { ok: true, settings, secrets };
}

/** Returns a problem for each name that no field has, and the fields that they probably mean. */
function findUnknownFields(
  kind: Kind,
  input: Readonly<Record<string, unknown>>,
): { problems: FieldProblem[]; misspelled: ReadonlySet<string> } {
  const problems: FieldProblem[] = [];
  const misspelled = new Set<string>();
  const names = kind.fields.map(({ name }) => name);
  for (const name of Object.keys(input)) {
    if (names.includes(name)) continue;
    const nearest = findNearest(name, names);
    if (nearest !== undefined) misspelled.add(nearest);
    const reason =
      nearest === undefined
        ? say("no-field-of", { name, kind: kind.title, fields: names.join(", ") })
        : say("no-field-nearest", { name, kind: kind.title, nearest });
    problems.push({ field: name, reason });
  }
  return { problems, misspelled };
}

/**
 * Parses the value of an active field. The returned value is undefined if the value is missing and
 * not required.
 */
function parseField(
  field: Field,
  value: unknown,
  storedSecrets: readonly string[],
): { value: Settings[string] | undefined } | { reason: string } {
  const missing = { reason: say("field-missing", { label: field.label }) };
  if (value === undefined || value === null || value === "") {
    const isStored = field.secret && value !== null && storedSecrets.includes(field.name);
    const mayBeMissing = !field.required || isStored || field.default !== undefined;
    return mayBeMissing ? { value: undefined } : missing;
  }
  const parsed = parsers[field.type](value, field);
  if (!parsed.ok) return { reason: parsed.reason };
  if (isEmpty(parsed.value)) return field.required ? missing : { value: undefined };
  const host = findHost(field, parsed.value);
  const refusal = host === undefined ? undefined : findPermanentRefusal(host);
  if (refusal) return { reason: refusal };
  const problem = field.template ? findTemplateProblem(parsed.value) : undefined;
  if (problem) return { reason: say("field-not-filled", { label: field.label, problem }) };
  return { value: parsed.value };
}

/**
 * Returns the settings that a kind works with: active fields only, with defaults for missing
 * values.
 */
export function completeSettings(
  kind: Kind,
  settings: Readonly<Record<string, unknown>>,
): Settings {
  const complete: Settings = {};
  for (const field of kind.fields) {
    if (!isActive(kind, field, complete)) continue;
    const value = Object.hasOwn(settings, field.name) ? settings[field.name] : field.default;
    if (value !== undefined) complete[field.name] = value as Settings[string];
  }
  return complete;
}

/**
 * Returns the fields that are active with these settings. The secrets of all other fields can be
 * dropped.
 */
export function findActiveFields(kind: Kind, settings: Readonly<Record<string, unknown>>): Field[] {
  const complete = completeSettings(kind, settings);
  return kind.fields.filter((field) => isActive(kind, field, complete));
}

/** A field depends only on fields before it, so `settings` already has the values of these. */
function isActive(kind: Kind, { when }: Field, settings: Settings): boolean {
  if (!when) return true;
  const controllingField = kind.fields.find((field) => field.name === when.field);
  if (!controllingField || !isActive(kind, controllingField, settings)) return false;
  const value = Object.hasOwn(settings, when.field)
    ? settings[when.field]
    : controllingField.default;
  return when.is.includes(String(value));
}

type ParsedValue = Parsed<Settings[string]>;

const parsers: Record<Field["type"], (value: unknown, field: Field) => ParsedValue> = {
  text(value, { label, secret, copied }) {
    // A password may begin or end with a space, but a line break at its end comes from pasting.
    const keepsSpaces = secret && !copied;
    const text = keepsSpaces ? toText(value)?.replace(/[\r\n]+$/, "") : toText(value)?.trim();
    if (text === undefined || /\p{Cc}/u.test(text)) return refuse(say("field-one-line", { label }));
    if (text.length > maxTextLength)
      return refuse(say("field-characters", { label, count: String(maxTextLength) }));
    return { ok: true, value: text };
  },
  multiline(value, { label }) {
    const text = toText(value)?.replace(/\r\n?/g, "\n").trim();
    if (text === undefined || text.includes("\0")) return refuse(say("field-text", { label }));
    if (text.length > maxBlockLength)
      return refuse(say("field-characters", { label, count: String(maxBlockLength) }));
    return { ok: true, value: text };
  },
  url(value, field) {
    const protocols = field.protocols ?? ["http:", "https:"];
    const { label } = field;
    const example = say("field-address", {
      label,
      example: `${protocols.at(-1)}//example.org/path`,
    });
    const text = toText(value)?.trim();
    if (
      text === undefined ||
      text.length > maxTextLength ||
      /[\s\p{Cc}]/u.test(removePlaceholders(text))
    ) {
      return refuse(example);
    }
    const url = URL.parse(field.template ? text.replace(placeholderPattern, "x") : text);
    if (!url || !protocols.includes(url.protocol) || url.hostname === "") return refuse(example);
    if (url.username || url.password) {
      return refuse(say("field-address-without-user", { label }));
    }
    if (field.template && text.includes("{") && !/^[a-z]+:\/\/[^/?#\\{]+[/?#]/i.test(text)) {
      return refuse(say("field-fixed-address", { label, example: "{{ … }}" }));
    }
    return { ok: true, value: text };
  },
  number(value, { label, min = 0, max = Number.MAX_SAFE_INTEGER }) {
    const number =
      typeof value === "string" && /^\s*-?\d{1,16}\s*$/.test(value) ? Number(value) : value;
    const isValid = Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max;
    if (isValid) return { ok: true, value: Number(number) };
    return refuse(
      max === Number.MAX_SAFE_INTEGER
        ? say("field-number-from", { label, min: String(min) })
        : say("field-number-between", { label, min: String(min), max: String(max) }),
    );
  },
  switch(value, { label }) {
    if (value === true || value === "true") return { ok: true, value: true };
    if (value === false || value === "false") return { ok: true, value: false };
    return refuse(say("field-true-or-false", { label }));
  },
  choice(value, { label, choices = [] }) {
    const choice = choices.find((candidate) => candidate.value === toText(value));
    if (choice) return { ok: true, value: choice.value };
    const names = choices.map((candidate) => candidate.value);
    const nearest = findNearest(toText(value) ?? "", names);
    const values = { label, choices: names.join(", ") };
    return refuse(
      nearest === undefined
        ? say("field-choice", values)
        : say("field-choice-nearest", { ...values, nearest }),
    );
  },
  lines(value, { label }) {
    const list = Array.isArray(value) ? value.map(toText) : toText(value)?.split(/\r\n?|\n/);
    const lines = list?.map((line) => line?.trim());
    if (!lines?.every((line) => line !== undefined && !/\p{Cc}/u.test(line))) {
      return refuse(say("field-lines", { label }));
    }
    const nonEmpty = lines.filter((line): line is string => line !== undefined && line !== "");
    if (nonEmpty.length > maxEntries || nonEmpty.join("").length > maxBlockLength) {
      return refuse(
        say("field-lines-at-most", { label, lines: `${maxEntries}`, count: `${maxBlockLength}` }),
      );
    }
    return { ok: true, value: nonEmpty };
  },
  pairs(value, { label }) {
    const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
    const pairs = isMapping ? Object.entries(value) : [];
    const texts = pairs.map(([name, text]) => [name.trim(), toText(text)?.trim()] as const);
    const isValid = texts.every(
      ([name, text]) => name !== "" && text !== undefined && !/\p{Cc}/u.test(name + text),
    );
    if (!isMapping || !isValid) return refuse(say("field-pairs", { label }));
    if (texts.length > maxEntries || texts.join("").length > maxBlockLength) {
      return refuse(
        say("field-pairs-at-most", { label, entries: `${maxEntries}`, count: `${maxBlockLength}` }),
      );
    }
    return {
      ok: true,
      value: Object.fromEntries(texts.filter(([, text]) => text)) as Record<string, string>,
    };
  },
};

const maxTextLength = 2000;
const maxBlockLength = 20_000;
const maxEntries = 50;

const placeholderPattern = /\{\{.*?\}\}|\{%.*?%\}/gs;
const removePlaceholders = (text: string) => text.replace(placeholderPattern, "");

/** Converts numbers and booleans too, because YAML and forms turn some texts into them. */
function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value.toWellFormed();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Returns the host that a field leads to, if its value is an address. */
function findHost({ type, place }: Field, value: Settings[string]): string | undefined {
  // Placeholders come only after the host.
  if (type === "url") return URL.parse(String(value).replace(placeholderPattern, "x"))?.hostname;
  return type === "text" && place ? String(value) : undefined;
}

function findTemplateProblem(value: Settings[string]): string | undefined {
  const texts = typeof value === "object" ? Object.values(value) : [String(value)];
  return texts.map((text) => checkScanTemplate(text)).find((problem) => problem !== undefined);
}

function isEmpty(value: Settings[string]): boolean {
  return (
    (typeof value === "string" && value.trim() === "") ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}
