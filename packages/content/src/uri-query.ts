/** Decodes percent-encoding; returns the text unchanged if its percent-encoding is invalid. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Parses the query of a `mailto:`, `sms:` or `geo:` address into fields with lower-case names.
 * Unlike in web forms, a plus sign stays a plus sign.
 */
export function parseQuery(query: string): Map<string, string> {
  return new Map(listQueryFields(query));
}

/** Lists the fields as {@link parseQuery} does, but keeps all fields of the same name. */
export function listQueryFields(query: string): [name: string, value: string][] {
  return query.split("&").map((field) => {
    const [name, value = ""] = splitOnce(field, "=");
    return [decodePercent(name).toLowerCase(), decodePercent(value)];
  });
}

/** Splits a text at the first separator; returns only the text if it has none. */
export function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}
