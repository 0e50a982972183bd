import { decodePercent, parseQuery, splitOnce } from "./uri-query.ts";

/** A telephone number to call. */
export type Phone = { kind: "phone"; number: string; extension?: string | undefined };

/** A text message to send to `number` and `others`. */
export type Sms = {
  kind: "sms";
  number: string;
  others?: string[] | undefined;
  text?: string | undefined;
};

/** Parses `tel:` (RFC 3966) with its extension. */
export function parsePhone(text: string): Phone | undefined {
  const encoded = /^\s*tel:(.*)$/is.exec(text)?.[1] ?? "";
  const number = parseNumber(encoded);
  const extension = /;ext=([\d\s().-]{1,40})(?:;|$)/i.exec(encoded)?.[1]?.trim();
  if (number === undefined) return undefined;
  return { kind: "phone", number, extension: extension || undefined };
}

/**
 * Parses `sms:` (RFC 5724), also as Apple writes it (`sms:number&body=text`, `;body=`), and
 * `smsto:number:text`, the form that phones write, whose text is not encoded.
 */
export function parseSms(text: string): Sms | undefined {
  const [, path, separator, rest = ""] =
    /^\s*(?:sms|mms|smsto|mmsto):([^:?&]*?)(?:([:?&]|;(?=body=))(.*))?$/is.exec(text) ?? [];
  if (path === undefined) return undefined;
  const numbers = path.split(",").map(parseNumber);
  const [number, ...others] = numbers.filter((part) => part !== undefined);
  if (number === undefined || numbers[0] === undefined) return undefined;
  const message = separator === ":" ? rest : parseQuery(rest).get("body");
  return {
    kind: "sms",
    number,
    others: others.length > 0 ? others : undefined,
    text: message || undefined,
  };
}

/**
 * Returns the number without its parameters, with separators and network codes (`*#06#`) as
 * written; undefined if it is not a telephone number.
 */
function parseNumber(encoded: string): string | undefined {
  const number = decodePercent(splitOnce(encoded, ";")[0].replace(/\/$/, "")).trim();
  return /^\+?[\d\s().\-/*#,]+$/.test(number) && /\d/.test(number) ? number : undefined;
}
