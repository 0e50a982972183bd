import { refusalForEver } from "../egress/egress.ts";
import { checkTemplate } from "../forwarding/template.ts";
import type { Field, Kind, Secrets, Settings } from "./kind.ts";

export type ParsedFields =
  | { ok: true; settings: Settings; secrets: Secrets }
  | { ok: false; field: string; reason: string };

/**
 * Reads what somebody wants a destination to be, settings and secrets in one mapping. What is "" or null counts as not
 * given, and so does what the other choices make meaningless. `kept` names secrets that are set already. Never throws.
 */
export function parseFields(
  kind: Kind,
  given: Readonly<Record<string, unknown>>,
  kept: readonly string[] = [],
): ParsedFields {
  const settings: Settings = {};
  const secrets: Secrets = {};
  const unknown = Object.keys(given).find((name) => !kind.fields.some((one) => one.name === name));
  if (unknown !== undefined) {
    const known = kind.fields.map((field) => field.name).join(", ");
    return bad(unknown, `${quote(unknown)} is no field of ${kind.title}; its fields are ${known}.`);
  }
  for (const field of kind.fields) {
    if (!isAsked(kind, field, settings)) continue;
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (value === undefined || value === null || value === "") {
      const isKept = field.secret && value !== null && kept.includes(field.name);
      if (!field.required || isKept || field.default !== undefined) continue;
      return bad(field.name, `${quote(field.label)} is missing.`);
    }
    const parsed = parsers[field.type](value, field);
    if (!parsed.ok) return bad(field.name, `${quote(field.label)} must be ${parsed.expected}.`);
    if (isEmpty(parsed.value)) {
      if (field.required) return bad(field.name, `${quote(field.label)} is missing.`);
      continue;
    }
    const host = hostOf(field, parsed.value);
    const refusal = host === undefined ? undefined : refusalForEver(host);
    if (refusal) return bad(field.name, refusal);
    const fault = field.template ? findTemplateFault(parsed.value) : undefined;
    if (fault) return bad(field.name, `${quote(field.label)} cannot be filled in: ${fault}`);
    if (!field.secret) settings[field.name] = parsed.value;
    else
      secrets[field.name] = Array.isArray(parsed.value)
        ? parsed.value.join("\n")
        : `${parsed.value}`;
  }
  const fault = kind.check?.({ settings: completeSettings(kind, settings), secrets });
  return fault ? { ok: false, ...fault } : { ok: true, settings, secrets };
}

/** Settings as a kind works with them: where nothing was given, the default. */
export function completeSettings(
  kind: Kind,
  settings: Readonly<Record<string, unknown>>,
): Settings {
  const complete: Settings = {};
  for (const field of kind.fields) {
    if (!isAsked(kind, field, complete)) continue;
    const value = Object.hasOwn(settings, field.name) ? settings[field.name] : field.default;
    if (value !== undefined) complete[field.name] = value as Settings[string];
  }
  return complete;
}

/** The fields that count with these settings: a secret that none of them is has no use any more. */
export function askedFields(kind: Kind, settings: Readonly<Record<string, unknown>>): Field[] {
  const complete = completeSettings(kind, settings);
  return kind.fields.filter((field) => isAsked(kind, field, complete));
}

/** Fields are asked in their order, so what one depends on is known by then. */
function isAsked(kind: Kind, { when }: Field, settings: Settings): boolean {
  if (!when) return true;
  const other = kind.fields.find((field) => field.name === when.field);
  if (!other || !isAsked(kind, other, settings)) return false;
  const value = Object.hasOwn(settings, when.field) ? settings[when.field] : other.default;
  return when.is.includes(String(value));
}

type Parsed = { ok: true; value: Settings[string] } | { ok: false; expected: string };

const parsers: Record<Field["type"], (value: unknown, field: Field) => Parsed> = {
  text(value, { secret, copied }) {
    // A password may begin or end with a blank; what a paste left at its end is no part of it.
    const isTyped = secret && !copied;
    const text = isTyped ? toText(value)?.replace(/[\r\n]+$/, "") : toText(value)?.trim();
    if (text === undefined || /\p{Cc}/u.test(text)) return expected("text in one line");
    if (text.length > longestText) return expected(`${longestText} characters at most`);
    return { ok: true, value: text };
  },
  multiline(value) {
    const text = toText(value)?.replace(/\r\n?/g, "\n").trim();
    if (text === undefined || text.includes("\0")) return expected("text");
    if (text.length > longestBlock) return expected(`${longestBlock} characters at most`);
    return { ok: true, value: text };
  },
  url(value, field) {
    const protocols = field.protocols ?? ["http:", "https:"];
    const example = `an address such as ${protocols.at(-1)}//example.org/path`;
    const text = toText(value)?.trim();
    if (text === undefined || text.length > longestText || /[\s\p{Cc}]/u.test(outside(text))) {
      return expected(example);
    }
    const url = URL.parse(field.template ? text.replace(placeholder, "x") : text);
    if (!url || !protocols.includes(url.protocol) || url.hostname === "") return expected(example);
    if (url.username || url.password) {
      return expected("an address without user and password in it; there are fields for these");
    }
    if (field.template && text.includes("{") && !/^[a-z]+:\/\/[^/?#\\{]+[/?#]/i.test(text)) {
      return expected(
        `an address whose scheme, host and port are fixed, with {{ … }} only behind them`,
      );
    }
    return { ok: true, value: text };
  },
  number(value, { min = 0, max = Number.MAX_SAFE_INTEGER }) {
    const number =
      typeof value === "string" && /^\s*-?\d{1,16}\s*$/.test(value) ? Number(value) : value;
    const isRight = Number.isSafeInteger(number) && Number(number) >= min && Number(number) <= max;
    if (isRight) return { ok: true, value: Number(number) };
    return expected(
      max === Number.MAX_SAFE_INTEGER
        ? `a whole number, ${min} or more`
        : `a whole number from ${min} to ${max}`,
    );
  },
  switch(value) {
    if (value === true || value === "true") return { ok: true, value: true };
    if (value === false || value === "false") return { ok: true, value: false };
    return expected("true or false");
  },
  choice(value, { choices = [] }) {
    const choice = choices.find((one) => one.value === toText(value));
    if (choice) return { ok: true, value: choice.value };
    return expected(`one of ${choices.map((one) => one.value).join(", ")}`);
  },
  lines(value) {
    const list = Array.isArray(value) ? value.map(toText) : toText(value)?.split(/\r\n?|\n/);
    const lines = list?.map((line) => line?.trim());
    if (!lines?.every((line) => line !== undefined && !/\p{Cc}/u.test(line))) {
      return expected("a list of texts, or one text a line");
    }
    const kept = lines.filter((line): line is string => line !== undefined && line !== "");
    if (kept.length > mostEntries || kept.join("").length > longestBlock) {
      return expected(`${mostEntries} lines and ${longestBlock} characters at most`);
    }
    return { ok: true, value: kept };
  },
  pairs(value) {
    const isMapping = typeof value === "object" && value !== null && !Array.isArray(value);
    const pairs = isMapping ? Object.entries(value) : [];
    const texts = pairs.map(([name, text]) => [name.trim(), toText(text)?.trim()] as const);
    const isRight = texts.every(
      ([name, text]) => name !== "" && text !== undefined && !/\p{Cc}/u.test(name + text),
    );
    if (!isMapping || !isRight) return expected("a mapping of names to texts, each in one line");
    if (texts.length > mostEntries || texts.join("").length > longestBlock) {
      return expected(`${mostEntries} entries and ${longestBlock} characters at most`);
    }
    return {
      ok: true,
      value: Object.fromEntries(texts.filter(([, text]) => text)) as Record<string, string>,
    };
  },
};

const longestText = 2000;
const longestBlock = 20_000;
const mostEntries = 50;

const placeholder = /\{\{.*?\}\}|\{%.*?%\}/gs;
const outside = (text: string) => text.replace(placeholder, "");

/** YAML and forms write some texts as numbers. */
function toText(value: unknown): string | undefined {
  if (typeof value === "string") return value.toWellFormed();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** Where a field leads to, when it says that. */
function hostOf({ type, place }: Field, value: Settings[string]): string | undefined {
  // What a scan fills in stands behind the host.
  if (type === "url") return URL.parse(String(value).replace(placeholder, "x"))?.hostname;
  return type === "text" && place ? String(value) : undefined;
}

function findTemplateFault(value: Settings[string]): string | undefined {
  const texts = typeof value === "object" ? Object.values(value) : [String(value)];
  return texts.map((text) => checkTemplate(text)).find((fault) => fault !== undefined);
}

function isEmpty(value: Settings[string]): boolean {
  return (
    (typeof value === "string" && value.trim() === "") ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}

const expected = (expected: string): Parsed => ({ ok: false, expected });
const bad = (field: string, reason: string): ParsedFields => ({ ok: false, field, reason });
const quote = (text: string) => `“${text}”`;
