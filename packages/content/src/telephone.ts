import { decodePercent, parseQuery, splitOnce } from "./uri-query.ts";

/** A telephone number to call. */
export type Phone = { kind: "phone"; number: string };

/** A text message to send. */
export type Sms = { kind: "sms"; number: string; text?: string };

/** Parses `tel:` (RFC 3966). */
export function parsePhone(text: string): Phone | undefined {
  const number = parseNumber(/^\s*tel:(.*)$/is.exec(text)?.[1]);
  return number ? { kind: "phone", number } : undefined;
}

/** Parses `sms:` (RFC 5724) and `smsto:number:text`, the form that phones write. Only the first number is kept. */
export function parseSms(text: string): Sms | undefined {
  const [, scheme, rest = ""] = /^\s*(sms|mms|smsto|mmsto):(.*)$/is.exec(text) ?? [];
  if (!scheme) return undefined;
  const [path = "", query] = splitOnce(rest, "?");
  const [numbers = "", pathText] = splitOnce(path, ":");
  const number = parseNumber(numbers.split(",")[0]);
  if (!number) return undefined;
  const message = pathText ?? (query === undefined ? undefined : parseQuery(query).get("body"));
  return { kind: "sms", number, ...(message ? { text: message } : {}) };
}

/** Returns the number without its parameters; separators and network codes (`*#06#`) stay as written. */
function parseNumber(encoded: string | undefined): string | undefined {
  const number = decodePercent((encoded ?? "").split(";")[0] ?? "").trim();
  return /^\+?[\d\s().\-/*#,]+$/.test(number) && /\d/.test(number) ? number : undefined;
}
