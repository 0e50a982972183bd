/** A telephone number. */
export type Phone = { kind: "phone"; number: string };

/** A text message to somebody. */
export type Sms = { kind: "sms"; number: string; text?: string };

/** Reads `tel:` (RFC 3966). */
export function parsePhone(text: string): Phone | undefined {
  const number = toNumber(/^\s*tel:(.*)$/is.exec(text)?.[1]);
  return number ? { kind: "phone", number } : undefined;
}

/** Reads `sms:` (RFC 5724), and `smsto:number:text` as phones write it. */
export function parseSms(text: string): Sms | undefined {
  const [, scheme, rest = ""] = /^\s*(sms|mms|smsto|mmsto):(.*)$/is.exec(text) ?? [];
  if (!scheme) return undefined;
  const [address = "", query] = splitOnce(rest, "?");
  const [numbers = "", said] = splitOnce(address, ":");
  const number = toNumber(numbers.split(",")[0]);
  if (!number) return undefined;
  const message = said ?? (query === undefined ? undefined : parseQuery(query).get("body"));
  return { kind: "sms", number, ...(message ? { text: message } : {}) };
}

/** Digits with what people put between them; codes for the network (`*#06#`) too, told as they are. */
function toNumber(written: string | undefined): string | undefined {
  const number = decodePercent((written ?? "").split(";")[0] ?? "").trim();
  return /^\+?[\d\s().\-/*#,]+$/.test(number) && /\d/.test(number) ? number : undefined;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Undoes percent-encoding; what is not proper percent-encoding stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The fields of a `mailto:` or `sms:` query, lower-case names; here a plus is a plus, unlike in web forms. */
export function parseQuery(query: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of query.split("&")) {
    const [name, value = ""] = splitOnce(part, "=");
    fields.set(decodePercent(name).toLowerCase(), decodePercent(value));
  }
  return fields;
}
