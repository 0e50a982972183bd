/**
 * Parses the fields of NTT docomo's 2D bar code formats (`MECARD:`, `MATMSG:`, `MEBKM:`), of
 * `BIZCARD:`, which ZXing knows, and of `WIFI:`, which follows them: a sequence of `KEY:value;` in
 * which `\` escapes the next character. Returns upper-case keys, each with its values in order;
 * undefined if the text does not start with `prefix`. Values are still escaped: see {@link
 * unescapeField} and {@link splitField}.
 */
export function parseFields(text: string, prefix: string): Map<string, string[]> | undefined {
  const trimmed = text.trimStart();
  if (trimmed.slice(0, prefix.length).toUpperCase() !== prefix) return undefined;
  const fields = new Map<string, string[]>();
  for (const [key, value] of readFields(trimmed.slice(prefix.length))) {
    const values = fields.get(key);
    if (values) values.push(value);
    else fields.set(key, [value]);
  }
  return fields;
}

/** Resolves the escapes of a value. */
export function unescapeField(value: string): string {
  return value.replace(/\\([\s\S])/g, "$1");
}

/**
 * Splits a value at the commas that are not escaped, resolves the escapes and trims the parts.
 */
export function splitField(value: string): string[] {
  const parts = `,${value}`.match(/,(?:\\[\s\S]|[^,\\]|\\$)*/g) ?? [];
  return parts.map((part) => unescapeField(part.slice(1)).trim());
}

function* readFields(text: string): Generator<[string, string]> {
  let key: string | undefined;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === "\\") index += 1;
    else if (char === ":" && key === undefined) {
      key = unescapeField(text.slice(start, index)).trim().toUpperCase();
      start = index + 1;
    } else if (char === ";") {
      if (key !== undefined) yield [key, text.slice(start, index)];
      key = undefined;
      start = index + 1;
    }
  }
  if (key !== undefined && start < text.length) yield [key, text.slice(start)];
}
